create table task_completions (
  organization_id uuid not null references organizations (id) on delete cascade,
  task_id uuid not null,
  id uuid not null,
  due_at timestamptz,
  completed_at timestamptz not null,
  completed_by text not null,
  completed_by_name text not null,
  primary key (organization_id, task_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade
);
comment on table task_completions is 'Each time a task was completed: what makes a repeated completion known as one.';
comment on column task_completions.organization_id is 'Whose task it is.';
comment on column task_completions.task_id is 'The task.';
comment on column task_completions.id is 'Record id, UUID version 7.';
comment on column task_completions.due_at is 'When that occurrence was due.';
comment on column task_completions.completed_at is 'When it was completed.';
comment on column task_completions.completed_by is 'Who completed it: id of the key, staff member or customer.';
comment on column task_completions.completed_by_name is 'The name of who completed it.';

create index task_completions_by_due_date on task_completions (organization_id, task_id, due_at);
