create table customer_erasures (
  organization_id uuid not null references organizations (id) on delete cascade,
  customer_id uuid not null,
  person_sealed bytea not null,
  started_at timestamptz not null,
  primary key (organization_id, customer_id)
);
comment on table customer_erasures is 'Erasures under way: removed when nothing is left to erase, so that one that was cut off is finished by a job.';
comment on column customer_erasures.organization_id is 'Whose customer it is.';
comment on column customer_erasures.customer_id is 'The customer whose person is being erased.';
comment on column customer_erasures.person_sealed is 'By what the person is found where no id leads: addresses and phone numbers, encrypted.';
comment on column customer_erasures.started_at is 'When it was asked for.';
