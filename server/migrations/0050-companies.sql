create table companies (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  company_number text not null,
  name text not null check (name <> ''),
  legal_name text,
  emails jsonb not null default '[]',
  phones jsonb not null default '[]',
  website text,
  logo text,
  vat_number text,
  registration_number text,
  industry text,
  status text not null check (status in ('active', 'inactive', 'banned')),
  source text not null,
  billing_address jsonb,
  currency text check (currency ~ '^[A-Z]{3}$'),
  payment_terms_days integer check (payment_terms_days between 0 and 365),
  primary_customer_id uuid,
  total_orders integer not null default 0,
  total_spent_minor bigint not null default 0,
  lifetime_value_minor bigint not null default 0,
  last_order_at timestamptz,
  last_activity_at timestamptz,
  custom_fields jsonb not null default '{}',
  external_id text,
  import_key bytea check (length(import_key) = 16),
  search_text text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, company_number),
  foreign key (organization_id, primary_customer_id) references customers (organization_id, id)
);
comment on table companies is 'The companies an organization serves.';
comment on column companies.organization_id is 'Whose company it is.';
comment on column companies.id is 'Record id, UUID version 7: newest first is its descending order.';
comment on column companies.company_number is 'Number people use: COM-<6 digits>.';
comment on column companies.name is 'The name it is known by.';
comment on column companies.legal_name is 'The name it is registered under.';
comment on column companies.emails is 'List of {address, isPrimary}, in normal form; two companies may share one.';
comment on column companies.phones is 'List of {number, isPrimary}, in E.164.';
comment on column companies.website is 'Web address.';
comment on column companies.logo is 'https address of a picture.';
comment on column companies.vat_number is 'VAT identification number, as written on invoices.';
comment on column companies.registration_number is 'Number in the register of companies.';
comment on column companies.industry is 'What it does.';
comment on column companies.status is 'active, inactive or banned.';
comment on column companies.source is 'Where the record came from: admin, import, …';
comment on column companies.billing_address is 'Object of line1, line2, city, region, postalCode and country (ISO 3166-1 alpha-2), each optional.';
comment on column companies.currency is 'ISO 4217; what it is billed in.';
comment on column companies.payment_terms_days is 'Days after an invoice by which it pays.';
comment on column companies.primary_customer_id is 'The member to turn to.';
comment on column companies.total_orders is 'Count of orders that count.';
comment on column companies.total_spent_minor is 'Sum paid, in minor units of the organization''s currency.';
comment on column companies.lifetime_value_minor is 'Sum paid less refunds, in minor units of the organization''s currency.';
comment on column companies.last_order_at is 'When the last order was made.';
comment on column companies.last_activity_at is 'When somebody last did something in its name.';
comment on column companies.custom_fields is 'Object of what callers keep with it.';
comment on column companies.external_id is 'Its id in another system; no two companies share one.';
comment on column companies.import_key is 'First 16 bytes of the SHA-256 of what its row said when it was last imported, so that an import changes what its rows have changed and nothing else.';
comment on column companies.search_text is 'Folded names, addresses, phone numbers, domains and numbers, each after a space; what search compares.';
comment on column companies.version is 'Counts the changes.';
comment on column companies.created_at is 'When the record was made.';
comment on column companies.updated_at is 'When the record or its totals were last changed.';

create index companies_by_status on companies (organization_id, status, id);
create unique index companies_external_id on companies (organization_id, external_id) where external_id is not null;
create index companies_by_import_key on companies (organization_id, import_key) where import_key is not null;
create index companies_by_update on companies (organization_id, updated_at);
create index companies_of_primary_customer on companies (organization_id, primary_customer_id)
  where primary_customer_id is not null;
create index companies_search on companies using gin (organization_id, search_text gin_trgm_ops);
