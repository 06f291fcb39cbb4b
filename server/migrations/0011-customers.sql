create table customers (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_number text not null check (length(customer_number) between 5 and 32),
  first_name text,
  last_name text,
  display_name text,
  status text not null check (status in ('active', 'inactive', 'banned')),
  source text not null,
  photo_file_id uuid,
  total_orders integer not null default 0,
  total_spent_minor bigint not null default 0,
  lifetime_value_minor bigint not null default 0,
  last_order_at timestamptz,
  last_activity_at timestamptz,
  first_active_at timestamptz,
  marketing_opt_in boolean not null default false,
  sms_opt_in boolean not null default false,
  is_guest boolean not null default false,
  search_text text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, customer_number),
  foreign key (organization_id, photo_file_id) references files (organization_id, id)
);
comment on table customers is 'The people an organization serves.';
comment on column customers.organization_id is 'Whose customer it is.';
comment on column customers.id is 'Record id, UUID version 7: newest first is its descending order.';
comment on column customers.customer_number is 'Number people use: CUST-<6 digits>, or what the caller gave.';
comment on column customers.first_name is 'Given name.';
comment on column customers.last_name is 'Family name.';
comment on column customers.display_name is 'Derived from the names whenever one changes, unless staff gave another.';
comment on column customers.status is 'active, inactive or banned.';
comment on column customers.source is 'Where the record came from: admin, import, …';
comment on column customers.photo_file_id is 'The photo shown.';
comment on column customers.total_orders is 'Count of orders that count.';
comment on column customers.total_spent_minor is 'Sum paid, in minor units of the organization''s currency.';
comment on column customers.lifetime_value_minor is 'Sum paid less refunds, in minor units of the organization''s currency.';
comment on column customers.last_order_at is 'When the last order was made.';
comment on column customers.last_activity_at is 'When the customer last did something.';
comment on column customers.first_active_at is 'When the customer first did something; staff and imports do not set it.';
comment on column customers.marketing_opt_in is 'Whether the customer wants marketing mail.';
comment on column customers.sms_opt_in is 'Whether the customer wants text messages.';
comment on column customers.is_guest is 'Whether only an order, a booking or an enquiry named the customer, by an email nobody has proven.';
comment on column customers.search_text is 'Folded names, addresses, numbers and customer number, each after a space; what search compares.';
comment on column customers.version is 'Counts the changes.';
comment on column customers.created_at is 'When the record was made.';
comment on column customers.updated_at is 'When the record or its totals were last changed.';

create index customers_by_status on customers (organization_id, status, id);
create index customers_by_first_name on customers (organization_id, first_name, id);
create index customers_by_last_name on customers (organization_id, last_name, id);
create index customers_by_source on customers (organization_id, source, id);
create index customers_by_update on customers (organization_id, updated_at);
create index customers_search on customers using gin (organization_id, search_text gin_trgm_ops);
