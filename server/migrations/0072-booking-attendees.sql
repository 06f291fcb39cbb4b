create table booking_attendees (
  organization_id uuid not null,
  booking_id uuid not null,
  position smallint not null,
  name text,
  email text,
  customer_id uuid,
  checked_in_at timestamptz,
  primary key (organization_id, booking_id, position),
  foreign key (organization_id, booking_id) references bookings (organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers (organization_id, id)
);
comment on table booking_attendees is 'Who comes to a booking, as far as they are named.';
comment on column booking_attendees.organization_id is 'Whose booking it is.';
comment on column booking_attendees.booking_id is 'The booking.';
comment on column booking_attendees.position is 'Place in the booking''s list, from 0.';
comment on column booking_attendees.name is 'Who it is.';
comment on column booking_attendees.email is 'Where to write to, in normal form.';
comment on column booking_attendees.customer_id is 'The customer, when there is a record.';
comment on column booking_attendees.checked_in_at is 'When this person arrived.';

create index booking_attendees_by_customer on booking_attendees (organization_id, customer_id) where customer_id is not null;
