create table booking_customers (
  organization_id uuid not null,
  booking_id uuid not null,
  customer_id uuid not null,
  position smallint not null,
  role text not null check (role in ('primary', 'attendee', 'payer', 'contact')),
  starts_at timestamptz not null,
  primary key (organization_id, booking_id, customer_id),
  foreign key (organization_id, booking_id) references bookings (organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers (organization_id, id)
);
comment on table booking_customers is 'The customers of a booking, who all see it among theirs.';
comment on column booking_customers.organization_id is 'Whose booking it is.';
comment on column booking_customers.booking_id is 'The booking.';
comment on column booking_customers.customer_id is 'The customer.';
comment on column booking_customers.position is 'Place in the booking''s list, from 0; the primary customer is the first.';
comment on column booking_customers.role is 'What the customer is to the booking.';
comment on column booking_customers.starts_at is 'Start of the booking, kept here too so that a customer''s history is read in its order.';

create index booking_customers_history on booking_customers (organization_id, customer_id, starts_at, booking_id);
create index booking_customers_by_customer on booking_customers (organization_id, customer_id, booking_id);
