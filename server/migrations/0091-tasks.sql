create table tasks (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  title text,
  content text not null check (content <> ''),
  category_id uuid,
  location_id uuid,
  is_task boolean not null,
  status text not null check (status in ('pending', 'completed', 'cancelled')),
  due_at timestamptz,
  frequency text check (frequency in ('daily', 'weekly', 'monthly', 'yearly', 'custom')),
  custom_interval_days integer check (custom_interval_days between 1 and 366),
  basis text check (basis in ('due_date', 'completion_date')),
  ends_at timestamptz,
  max_occurrences integer check (max_occurrences >= 1),
  anchor_at timestamptz,
  completed_count integer not null default 0,
  completed_at timestamptz,
  completed_by text,
  completed_by_name text,
  is_pinned boolean not null,
  is_internal boolean not null,
  named_staff text[] not null,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by text not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  updated_by text not null,
  updated_by_name text not null,
  primary key (organization_id, id),
  foreign key (organization_id, category_id) references task_categories (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id),
  check ((frequency is null) = (basis is null)),
  check ((frequency = 'custom') = (custom_interval_days is not null) or frequency is null)
);
comment on table tasks is 'Notes of an organization that can act as tasks.';
comment on column tasks.organization_id is 'Whose task it is.';
comment on column tasks.id is 'Record id, UUID version 7: newest first is its descending order.';
comment on column tasks.title is 'A few words.';
comment on column tasks.content is 'What there is to know or do.';
comment on column tasks.category_id is 'What it is sorted under.';
comment on column tasks.location_id is 'Where it is to be done; its zone is the one the task repeats in.';
comment on column tasks.is_task is 'Whether there is something to do; a mere note otherwise.';
comment on column tasks.status is 'pending, completed or cancelled.';
comment on column tasks.due_at is 'When it is due; of a repeating task, the next time.';
comment on column tasks.frequency is 'How often it repeats; null for once.';
comment on column tasks.custom_interval_days is 'Days from one time to the next, with frequency custom.';
comment on column tasks.basis is 'Whether the next time is counted from the due date or from the completion.';
comment on column tasks.ends_at is 'It is not due after this moment any more.';
comment on column tasks.max_occurrences is 'It is over when it was completed this often.';
comment on column tasks.anchor_at is 'The due date that somebody set last: the day of the month and the time of day that repetitions keep.';
comment on column tasks.completed_count is 'How often it was completed since it repeats.';
comment on column tasks.completed_at is 'When it was last completed.';
comment on column tasks.completed_by is 'Who completed it last: id of the key, staff member or customer.';
comment on column tasks.completed_by_name is 'The name of who completed it last.';
comment on column tasks.is_pinned is 'Whether it is shown before others.';
comment on column tasks.is_internal is 'Whether only staff may see it.';
comment on column tasks.named_staff is 'Names of people who are to do it and are no staff records.';
comment on column tasks.version is 'Counts the changes.';
comment on column tasks.created_at is 'When the record was made.';
comment on column tasks.created_by is 'Who made it.';
comment on column tasks.created_by_name is 'The name of who made it.';
comment on column tasks.updated_at is 'When the record was last changed.';
comment on column tasks.updated_by is 'Who changed it last.';
comment on column tasks.updated_by_name is 'The name of who changed it last.';

create index tasks_by_due_date on tasks (organization_id, due_at, id) where due_at is not null;
create index tasks_by_status_and_due_date on tasks (organization_id, status, due_at, id) where due_at is not null;
create index tasks_by_status on tasks (organization_id, status, id);
create index tasks_by_category on tasks (organization_id, category_id, id);
create index tasks_by_location on tasks (organization_id, location_id, id);
create index tasks_by_update on tasks (organization_id, updated_at);
create index pending_tasks_by_category on tasks (organization_id, category_id, due_at, id) where status = 'pending';
create index pending_tasks_by_location on tasks (organization_id, location_id, due_at, id) where status = 'pending';
create index pinned_tasks on tasks (organization_id, id) where is_pinned;
