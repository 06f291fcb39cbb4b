create table service_categories (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
comment on table service_categories is 'Headings that services stand under.';
comment on column service_categories.organization_id is 'Whose heading it is.';
comment on column service_categories.id is 'Record id, UUID version 7.';
comment on column service_categories.name is 'What people see; unique, whatever its case.';
comment on column service_categories.version is 'Counts the changes.';
comment on column service_categories.created_at is 'When the record was made.';
comment on column service_categories.updated_at is 'When the record was last changed.';

create unique index service_categories_name on service_categories (organization_id, lower(name));
