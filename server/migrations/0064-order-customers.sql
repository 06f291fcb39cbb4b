create table order_customers (
  organization_id uuid not null,
  customer_id uuid not null,
  order_id uuid not null,
  position smallint not null check (position >= 0),
  role text not null check (role in ('primary', 'attendee', 'payer', 'contact')),
  primary key (organization_id, customer_id, order_id),
  foreign key (organization_id, order_id) references orders (organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers (organization_id, id)
);
comment on table order_customers is 'Who has a part in an order, and sees it. The key is a customer''s own history, in the order of time.';
comment on column order_customers.organization_id is 'Whose order it is.';
comment on column order_customers.customer_id is 'The customer.';
comment on column order_customers.order_id is 'The order.';
comment on column order_customers.position is 'Place in the order''s list, from 0; the primary customer comes first.';
comment on column order_customers.role is 'What part the customer has; exactly one of an order is primary when there are any.';

create index order_customers_of_order on order_customers (organization_id, order_id, position);
