create table order_refunds (
  organization_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text,
  created_at timestamptz not null,
  primary key (organization_id, order_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id) on delete cascade
);
comment on table order_refunds is 'What was given back of orders'' payments.';
comment on column order_refunds.organization_id is 'Whose order it is.';
comment on column order_refunds.order_id is 'The order.';
comment on column order_refunds.id is 'Record id, UUID version 7.';
comment on column order_refunds.amount_minor is 'In minor units of the order''s currency.';
comment on column order_refunds.reason is 'Why.';
comment on column order_refunds.created_at is 'When.';
