create table number_counters (
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null,
  last_number bigint not null,
  primary key (organization_id, kind)
);
comment on table number_counters is 'The last number given out of each kind: customers, events.';
comment on column number_counters.organization_id is 'The organization that counts.';
comment on column number_counters.kind is 'What is counted: customer, event.';
comment on column number_counters.last_number is 'The last number given out.';
