create table customer_phones (
  organization_id uuid not null,
  customer_id uuid not null,
  position smallint not null,
  number text not null,
  is_primary boolean not null,
  primary key (organization_id, customer_id, position),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
comment on table customer_phones is 'Phone numbers of customers; people of one household may share one.';
comment on column customer_phones.organization_id is 'Whose customer it is.';
comment on column customer_phones.customer_id is 'The customer.';
comment on column customer_phones.position is 'Place in the customer''s list, from 0.';
comment on column customer_phones.number is 'E.164.';
comment on column customer_phones.is_primary is 'Whether it is the one to call; exactly one is.';

create index customer_phones_by_number on customer_phones (organization_id, number);
