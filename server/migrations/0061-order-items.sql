create table order_items (
  organization_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  position smallint not null check (position >= 0),
  type text not null check (type in ('service', 'product', 'membership', 'pass', 'gift_card', 'fee', 'custom')),
  name text not null check (name <> ''),
  description text,
  service_id uuid,
  quantity numeric(10, 3) not null check (quantity > 0),
  unit_price_minor bigint not null check (unit_price_minor between 0 and 100000000000000),
  own_discount_minor bigint not null check (own_discount_minor between 0 and discount_minor),
  tax_rate numeric(7, 4) not null check (tax_rate between 0 and 100),
  subtotal_minor bigint not null check (subtotal_minor between 0 and 100000000000000),
  discount_minor bigint not null check (discount_minor between 0 and 100000000000000),
  tax_minor bigint not null check (tax_minor between 0 and 100000000000000),
  total_minor bigint not null check (total_minor between 0 and 100000000000000),
  special_instructions text,
  primary key (organization_id, order_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id) on delete cascade,
  foreign key (organization_id, service_id) references services (organization_id, id),
  check (total_minor = subtotal_minor - discount_minor + tax_minor)
);
comment on table order_items is 'The lines of orders. All amounts are in minor units of the order''s currency.';
comment on column order_items.organization_id is 'Whose order it is.';
comment on column order_items.order_id is 'The order.';
comment on column order_items.id is 'Record id, UUID version 7; stays when the order''s items are changed.';
comment on column order_items.position is 'Place in the order, from 0.';
comment on column order_items.type is 'What kind of thing was bought.';
comment on column order_items.name is 'What it was called when it was bought.';
comment on column order_items.description is 'More about it.';
comment on column order_items.service_id is 'The service, when it is one.';
comment on column order_items.quantity is 'How many, in thousandths at the finest.';
comment on column order_items.unit_price_minor is 'Price of one; with its tax when the order''s prices are inclusive.';
comment on column order_items.own_discount_minor is 'The discount on this line alone.';
comment on column order_items.tax_rate is 'Tax in percent.';
comment on column order_items.subtotal_minor is 'Quantity times price, without tax.';
comment on column order_items.discount_minor is 'The line''s own discount and its share of the order''s.';
comment on column order_items.tax_minor is 'Tax on what is left after the discount.';
comment on column order_items.total_minor is 'What the line comes to: subtotal less discount, and tax.';
comment on column order_items.special_instructions is 'What the customer asked for.';
