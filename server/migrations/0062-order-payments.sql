create table order_payments (
  organization_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  method text not null check (method in ('cash', 'card', 'bank_transfer', 'direct_debit', 'online', 'other')),
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  status text not null check (status in ('pending', 'paid', 'failed')),
  processed_at timestamptz not null,
  primary key (organization_id, order_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id) on delete cascade
);
comment on table order_payments is 'Payments of orders, tried and made. Store credit is in the credit ledger.';
comment on column order_payments.organization_id is 'Whose order it is.';
comment on column order_payments.order_id is 'The order.';
comment on column order_payments.id is 'Record id, UUID version 7.';
comment on column order_payments.amount_minor is 'In minor units of the order''s currency.';
comment on column order_payments.method is 'How it was paid.';
comment on column order_payments.card_brand is 'Brand of the card.';
comment on column order_payments.card_last4 is 'The last four digits of the card; more of it is never stored.';
comment on column order_payments.status is 'Whether the money has come.';
comment on column order_payments.processed_at is 'When it was paid, or tried.';
