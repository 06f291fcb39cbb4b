create table customer_merges (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  merged_customer_id uuid not null,
  merged_customer_number text not null,
  survivor_id uuid,
  merged_customer jsonb,
  handed_over jsonb,
  created_by_type text not null
    check (created_by_type in ('api_key', 'public_key', 'customer', 'staff', 'system')),
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, survivor_id) references customers (organization_id, id),
  check ((survivor_id is null) = (undone_at is not null))
);
comment on table customer_merges is 'Customers who were found to be one: who was merged into whom, and what undoing it needs.';
comment on column customer_merges.organization_id is 'Whose customers they are.';
comment on column customer_merges.id is 'Record id, UUID version 7.';
comment on column customer_merges.customer_id is 'The customer it was merged into at that time.';
comment on column customer_merges.merged_customer_id is 'The customer who was merged and has no record any more.';
comment on column customer_merges.merged_customer_number is 'The number of the merged customer, which leads to the survivor.';
comment on column customer_merges.survivor_id is 'Who answers for the merged customer now: moves on when that one is merged too. Empty once undone.';
comment on column customer_merges.merged_customer is 'The merged customer''s record as it was. Empty once undone or erased.';
comment on column customer_merges.handed_over is 'Which addresses, numbers, values and credit went over to the survivor. Empty once undone or erased.';
comment on column customer_merges.created_by_type is 'What kind of actor merged them.';
comment on column customer_merges.created_by_id is 'Record id of the key or person, or the name of the part of the system.';
comment on column customer_merges.created_by_name is 'What the actor was called then.';
comment on column customer_merges.created_at is 'When they were merged.';
comment on column customer_merges.undone_at is 'When it was undone, if it was.';

-- A customer is merged into one other at a time; it is asked for by id or number.
create unique index customer_merges_of_merged on customer_merges (organization_id, merged_customer_id)
  where undone_at is null;
create index customer_merges_of_number on customer_merges (organization_id, merged_customer_number)
  where undone_at is null;
create index customer_merges_of_survivor on customer_merges (organization_id, survivor_id)
  where survivor_id is not null;

-- Merges are listed by everybody who took part, also when they are undone.
create index customer_merges_by_customer on customer_merges (organization_id, customer_id, id);
create index customer_merges_by_merged on customer_merges (organization_id, merged_customer_id, id);
