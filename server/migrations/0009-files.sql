create table files (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  purpose text not null check (purpose in ('customer_photo')),
  content_type text not null,
  byte_count integer not null,
  created_at timestamptz not null,
  attached_at timestamptz,
  removed_at timestamptz,
  primary key (organization_id, id)
);
comment on table files is 'Stored files. The row is written before the bytes and outlives them, so that no bytes are ever left without one.';
comment on column files.organization_id is 'Whose file it is.';
comment on column files.id is 'UUID version 7; the bytes lie under <organization id>/<file id>.';
comment on column files.purpose is 'What it is for.';
comment on column files.content_type is 'Media type of the bytes.';
comment on column files.byte_count is 'Size of the bytes.';
comment on column files.created_at is 'When it was stored.';
comment on column files.attached_at is 'When a record began to show it; a file that none shows after a day is removed.';
comment on column files.removed_at is 'When the record stopped showing it; the bytes are deleted after this.';

create index files_to_delete on files (organization_id, id) where removed_at is not null or attached_at is null;
