create table orders (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  order_number text not null check (length(order_number) between 1 and 128),
  status text not null check (status in ('draft', 'open_tab', 'processing', 'completed', 'cancelled', 'refunded')),
  payment_status text not null check (payment_status in ('pending', 'paid', 'failed', 'refunded')),
  condition text check (condition in ('pending_checkout', 'lost_cart')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  tax_setting text not null check (tax_setting in ('inclusive', 'exclusive')),
  subtotal_minor bigint not null check (subtotal_minor between 0 and 100000000000000),
  discount_total_minor bigint not null check (discount_total_minor between 0 and 100000000000000),
  order_discount_minor bigint not null check (order_discount_minor between 0 and discount_total_minor),
  discount_name text,
  tax_total_minor bigint not null check (tax_total_minor between 0 and 100000000000000),
  service_charge_minor bigint not null check (service_charge_minor between 0 and 100000000000000),
  tip_minor bigint not null check (tip_minor between 0 and 100000000000000),
  total_minor bigint not null check (total_minor between 0 and 100000000000000),
  amount_paid_minor bigint not null default 0 check (amount_paid_minor >= 0),
  refund_amount_minor bigint not null default 0 check (refund_amount_minor between 0 and amount_paid_minor),
  store_credit_minor bigint not null default 0 check (store_credit_minor >= 0),
  store_credit_from text check (store_credit_from in ('customer', 'company')),
  customer_id uuid,
  company_id uuid,
  enquiry_id uuid,
  location_id uuid,
  sublocation_id uuid,
  source text not null,
  notes text,
  custom_fields jsonb not null default '{}',
  external_id text,
  cancel_reason text,
  version integer not null default 1,
  created_by_type text not null
    check (created_by_type in ('api_key', 'public_key', 'customer', 'staff', 'system')),
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  cancelled_at timestamptz,
  refunded_at timestamptz,
  deleted_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, order_number),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, company_id) references companies (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id),
  foreign key (organization_id, sublocation_id) references sublocations (organization_id, id),
  check (total_minor = subtotal_minor - discount_total_minor + tax_total_minor + service_charge_minor + tip_minor),
  check (amount_paid_minor + store_credit_minor <= total_minor)
);
comment on table orders is 'What customers buy, with what it comes to. All amounts are in minor units of the order''s currency.';
comment on column orders.organization_id is 'Whose order it is.';
comment on column orders.id is 'Record id, UUID version 7: newest first is its descending order.';
comment on column orders.order_number is 'Number people use: ORD-<6 digits>.';
comment on column orders.status is 'How far the order has come.';
comment on column orders.payment_status is 'How far its payment has come.';
comment on column orders.condition is 'pending_checkout or lost_cart: no purchase yet, so no history and in no totals. Empty for all others.';
comment on column orders.currency is 'ISO 4217, upper case.';
comment on column orders.tax_setting is 'Whether the items'' prices hold their tax (inclusive) or it comes on top (exclusive).';
comment on column orders.subtotal_minor is 'Sum of the items'' subtotals, without tax.';
comment on column orders.discount_total_minor is 'Sum of the items'' discounts, with their shares of the order''s.';
comment on column orders.order_discount_minor is 'The discount on the whole order, which is spread over its items.';
comment on column orders.discount_name is 'What the discount is called.';
comment on column orders.tax_total_minor is 'Sum of the items'' taxes.';
comment on column orders.service_charge_minor is 'Charge for the service, untaxed.';
comment on column orders.tip_minor is 'Tip.';
comment on column orders.total_minor is 'Sum of the items'' totals, service charge and tip.';
comment on column orders.amount_paid_minor is 'Sum of the payments that are paid, refunded ones too; store credit is not in it.';
comment on column orders.refund_amount_minor is 'Sum of the refunds.';
comment on column orders.store_credit_minor is 'Store credit that pays for a part; none once it was given back.';
comment on column orders.store_credit_from is 'Whose store credit that is: customer or company.';
comment on column orders.customer_id is 'The primary customer, whose totals the order counts in; empty for a walk-in.';
comment on column orders.company_id is 'The company it was made for.';
comment on column orders.enquiry_id is 'The enquiry it came from.';
comment on column orders.location_id is 'Where it was made.';
comment on column orders.sublocation_id is 'Where exactly.';
comment on column orders.source is 'Where the record came from: admin, import, …';
comment on column orders.notes is 'What staff noted.';
comment on column orders.custom_fields is 'Values of the organization''s own, by name.';
comment on column orders.external_id is 'The order''s id in another system; no two orders share one.';
comment on column orders.cancel_reason is 'Why it was cancelled.';
comment on column orders.version is 'Counts the changes.';
comment on column orders.created_by_type is 'What kind of actor made it.';
comment on column orders.created_by_id is 'Record id of the key, person or customer, or the name of the part of the system.';
comment on column orders.created_by_name is 'What the actor was called then.';
comment on column orders.created_at is 'When the record was made.';
comment on column orders.updated_at is 'When the record was last changed.';
comment on column orders.completed_at is 'When it was first completed.';
comment on column orders.cancelled_at is 'When it was cancelled.';
comment on column orders.refunded_at is 'When all that was paid had been given back.';
comment on column orders.deleted_at is 'When it was deleted; it can be restored for 30 days.';

create unique index orders_external_id on orders (organization_id, external_id)
  where external_id is not null and deleted_at is null;
create index orders_by_status on orders (organization_id, status, id);
create index orders_by_payment_status on orders (organization_id, payment_status, id);
create index orders_by_both_statuses on orders (organization_id, status, payment_status, id);
create index orders_by_customer on orders (organization_id, customer_id, id) where customer_id is not null;
create index orders_by_company on orders (organization_id, company_id, id) where company_id is not null;
create index orders_by_enquiry on orders (organization_id, enquiry_id) where enquiry_id is not null;
create index orders_by_update on orders (organization_id, updated_at, id);

-- What is deleted waits to be removed: few, so looking costs little.
create index orders_deleted on orders (deleted_at) where deleted_at is not null;

-- The ledger came first. Its entries keep their order: one that credit was spent on is never removed.
alter table credit_entries add foreign key (organization_id, order_id) references orders (organization_id, id);
