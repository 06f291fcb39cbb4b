create table credit_accounts (
  organization_id uuid not null references organizations (id) on delete cascade,
  entity_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  entity_type text not null check (entity_type in ('customer', 'company')),
  customer_id uuid,
  company_id uuid,
  balance_minor bigint not null check (balance_minor between 0 and 100000000000000),
  primary key (organization_id, entity_id, currency),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, company_id) references companies (organization_id, id),
  check ((customer_id is not null) = (entity_type = 'customer')),
  check (company_id is not distinct from case when entity_type = 'company' then entity_id end)
);
comment on table credit_accounts is 'What customers and companies have in store credit. A row is locked by whoever changes its balance, and the change is an entry of credit_entries in the same transaction.';
comment on column credit_accounts.organization_id is 'Whose store credit it is.';
comment on column credit_accounts.entity_id is 'The customer or company.';
comment on column credit_accounts.currency is 'ISO 4217; each currency has a balance of its own.';
comment on column credit_accounts.entity_type is 'customer or company.';
comment on column credit_accounts.customer_id is 'The customer, for the link to it; of one who was merged, the survivor.';
comment on column credit_accounts.company_id is 'The company, for the link to it.';
comment on column credit_accounts.balance_minor is 'Sum of the entries, in minor units of the currency; never below 0.';

create index credit_accounts_of_customer on credit_accounts (organization_id, customer_id) where customer_id is not null;
