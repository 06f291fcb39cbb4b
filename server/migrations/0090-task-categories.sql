create table task_categories (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
comment on table task_categories is 'What an organization sorts its tasks by.';
comment on column task_categories.organization_id is 'Whose category it is.';
comment on column task_categories.id is 'Record id, UUID version 7.';
comment on column task_categories.name is 'What people call it; unique without regard to case.';
comment on column task_categories.created_at is 'When it was made.';
comment on column task_categories.updated_at is 'When it was last renamed; when it was made, if never.';

create unique index task_categories_by_name on task_categories (organization_id, lower(name));
