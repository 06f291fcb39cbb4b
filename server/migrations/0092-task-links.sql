create table task_links (
  organization_id uuid not null references organizations (id) on delete cascade,
  task_id uuid not null,
  customer_id uuid,
  enquiry_id uuid,
  order_id uuid,
  sublocation_id uuid,
  company_id uuid,
  staff_id uuid,
  linked_id uuid not null
    generated always as (coalesce(customer_id, enquiry_id, order_id, sublocation_id, company_id, staff_id)) stored,
  position integer not null,
  is_pending boolean not null,
  due_at timestamptz,
  primary key (organization_id, task_id, linked_id),
  foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, enquiry_id) references enquiries (organization_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  foreign key (organization_id, sublocation_id) references sublocations (organization_id, id),
  foreign key (organization_id, company_id) references companies (organization_id, id),
  foreign key (organization_id, staff_id) references staff (organization_id, id),
  check (num_nonnulls(customer_id, enquiry_id, order_id, sublocation_id, company_id, staff_id) = 1)
);
comment on table task_links is 'The records a task is about, and the staff who are to do it.';
comment on column task_links.organization_id is 'Whose task it is.';
comment on column task_links.task_id is 'The task.';
comment on column task_links.customer_id is 'A customer it is about.';
comment on column task_links.enquiry_id is 'An enquiry it is about.';
comment on column task_links.order_id is 'An order it is about.';
comment on column task_links.sublocation_id is 'A room, desk or court it is about.';
comment on column task_links.company_id is 'A company it is about.';
comment on column task_links.staff_id is 'Somebody who is to do it.';
comment on column task_links.linked_id is 'Whichever of these it is.';
comment on column task_links.position is 'Place in the list the links were given in.';
comment on column task_links.is_pending is 'Whether the task is pending: what is open for somebody is found without passing over what is done.';
comment on column task_links.due_at is 'When the task is due: what somebody has to do is found in the order in which it is due.';

create index task_links_by_record on task_links (organization_id, linked_id, task_id);
create index pending_task_links_by_record on task_links (organization_id, linked_id, task_id) where is_pending;
create index task_links_by_due_date on task_links (organization_id, linked_id, due_at, task_id) where due_at is not null;
create index pending_task_links_by_due_date on task_links (organization_id, linked_id, due_at, task_id)
  where is_pending and due_at is not null;

-- Merging customers finds the links of one by the column itself.
create index task_links_by_customer on task_links (organization_id, customer_id) where customer_id is not null;
