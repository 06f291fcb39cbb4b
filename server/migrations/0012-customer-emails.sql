create table customer_emails (
  organization_id uuid not null,
  customer_id uuid not null,
  position smallint not null,
  address text not null,
  is_primary boolean not null,
  primary key (organization_id, customer_id, position),
  unique (organization_id, address),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
comment on table customer_emails is 'Email addresses of customers; an address belongs to one customer of an organization.';
comment on column customer_emails.organization_id is 'Whose customer it is.';
comment on column customer_emails.customer_id is 'The customer.';
comment on column customer_emails.position is 'Place in the customer''s list, from 0.';
comment on column customer_emails.address is 'Normal form: trimmed, lower case.';
comment on column customer_emails.is_primary is 'Whether it is the one to write to; exactly one is.';
