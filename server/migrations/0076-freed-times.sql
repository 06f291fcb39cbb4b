create table freed_times (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (organization_id, id)
);
comment on table freed_times is 'Times in which places have become free, until a job has looked whether somebody on the waiting list wants them.';
comment on column freed_times.organization_id is 'Whose places they are.';
comment on column freed_times.id is 'Record id, UUID version 7: the oldest is looked at first.';
comment on column freed_times.starts_at is 'From when on something is free.';
comment on column freed_times.ends_at is 'Until when.';
