create table bookings (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  booking_number text not null check (length(booking_number) between 1 and 128),
  confirmation_code text not null check (confirmation_code ~ '^[A-Z0-9]{8}$'),
  status text not null check (status in ('scheduled', 'confirmed', 'reminder_sent', 'waiting_room', 'waiting_list',
    'checked_in', 'active', 'in_progress', 'completed', 'cancelled', 'no_show', 'rescheduled')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at and ends_at <= starts_at + interval '10080 minutes'),
  timezone text not null,
  local_date date not null,
  start_time text not null check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  end_time text not null check (end_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  day_starts_at timestamptz not null,
  buffer_before_minutes integer not null default 0 check (buffer_before_minutes between 0 and 1440),
  buffer_after_minutes integer not null default 0 check (buffer_after_minutes between 0 and 1440),
  attendee_count integer not null check (attendee_count between 1 and 10000),
  location_id uuid,
  sublocation_id uuid,
  service_id uuid not null,
  service_name text not null,
  service_category_name text,
  customer_id uuid,
  company_id uuid,
  order_id uuid,
  order_item_id uuid,
  enquiry_id uuid,
  price_minor bigint not null default 0 check (price_minor between 0 and 100000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  payment_status text not null check (payment_status in ('pending', 'paid', 'failed', 'refunded')),
  late_cancel_fee_minor bigint not null default 0 check (late_cancel_fee_minor between 0 and 100000000000000),
  source text not null,
  customer_notes text,
  internal_notes text,
  cancel_reason text,
  cancelled_by_type text check (cancelled_by_type in ('api_key', 'public_key', 'customer', 'staff', 'system')),
  cancelled_by_id text,
  rescheduled_from_id uuid,
  rescheduled_to_id uuid,
  series_id uuid,
  offer_expires_at timestamptz,
  allows_overlap boolean not null default false,
  ignores_schedule boolean not null default false,
  custom_fields jsonb not null default '{}',
  external_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  confirmed_at timestamptz,
  checked_in_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  no_show_at timestamptz,
  deleted_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, booking_number),
  unique (organization_id, confirmation_code),
  foreign key (organization_id, location_id) references locations (organization_id, id),
  foreign key (organization_id, sublocation_id) references sublocations (organization_id, id),
  foreign key (organization_id, service_id) references services (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, company_id) references companies (organization_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  foreign key (organization_id, rescheduled_from_id) references bookings (organization_id, id),
  foreign key (organization_id, rescheduled_to_id) references bookings (organization_id, id)
);
comment on table bookings is 'Who comes when for which service, and where.';
comment on column bookings.organization_id is 'Whose booking it is.';
comment on column bookings.id is 'Record id, UUID version 7: newest first is its descending order.';
comment on column bookings.booking_number is 'Number people use: BK-<6 digits>.';
comment on column bookings.confirmation_code is 'What the customer shows at the door: 8 characters that do not look alike.';
comment on column bookings.status is 'Where the booking stands; some statuses fill places, see core/bookings/booking.ts.';
comment on column bookings.starts_at is 'When it starts.';
comment on column bookings.ends_at is 'When it ends.';
comment on column bookings.timezone is 'IANA zone that its wall times are meant in: the location''s when it was booked.';
comment on column bookings.local_date is 'The day it starts on, in its zone.';
comment on column bookings.start_time is 'Wall time of the start in its zone, HH:mm.';
comment on column bookings.end_time is 'Wall time of the end in its zone, HH:mm.';
comment on column bookings.day_starts_at is 'When the day it starts on begins in its zone.';
comment on column bookings.buffer_before_minutes is 'Time before the start in which its places are taken too.';
comment on column bookings.buffer_after_minutes is 'Time after the end in which its places are taken too.';
comment on column bookings.attendee_count is 'How many come.';
comment on column bookings.location_id is 'Where it is; none when the service takes place nowhere in particular.';
comment on column bookings.sublocation_id is 'The room, desk or court; none when the service takes place without one.';
comment on column bookings.service_id is 'What is booked.';
comment on column bookings.service_name is 'Name of the service when it was booked.';
comment on column bookings.service_category_name is 'Name of the service''s category when it was booked.';
comment on column bookings.customer_id is 'The primary customer; all are in booking_customers.';
comment on column bookings.company_id is 'The company it is for.';
comment on column bookings.order_id is 'The order that sells it.';
comment on column bookings.order_item_id is 'The line of that order.';
comment on column bookings.enquiry_id is 'The enquiry it came from.';
comment on column bookings.price_minor is 'Price in minor units of its currency.';
comment on column bookings.currency is 'ISO 4217.';
comment on column bookings.payment_status is 'Whether it is paid.';
comment on column bookings.late_cancel_fee_minor is 'What is due because it was cancelled too late, in minor units of its currency.';
comment on column bookings.source is 'Where the record came from: admin, import, …';
comment on column bookings.customer_notes is 'What the customer said.';
comment on column bookings.internal_notes is 'What only staff read.';
comment on column bookings.cancel_reason is 'Why it was cancelled.';
comment on column bookings.cancelled_by_type is 'What kind of actor cancelled it.';
comment on column bookings.cancelled_by_id is 'Record id of who cancelled it, or the name of the part of the system.';
comment on column bookings.rescheduled_from_id is 'The booking this one replaces.';
comment on column bookings.rescheduled_to_id is 'The booking that replaces this one.';
comment on column bookings.series_id is 'The series it belongs to.';
comment on column bookings.offer_expires_at is 'Until when a place is offered to who waits.';
comment on column bookings.allows_overlap is 'Whether staff let it take places that were taken.';
comment on column bookings.ignores_schedule is 'Whether staff let it lie outside opening hours.';
comment on column bookings.custom_fields is 'What programs keep with it.';
comment on column bookings.external_id is 'Id in a system of the caller''s.';
comment on column bookings.version is 'Counts the changes.';
comment on column bookings.created_at is 'When the record was made.';
comment on column bookings.updated_at is 'When the record was last changed.';
comment on column bookings.confirmed_at is 'When it was first confirmed.';
comment on column bookings.checked_in_at is 'When the customer arrived.';
comment on column bookings.completed_at is 'When it was over.';
comment on column bookings.cancelled_at is 'When it was cancelled.';
comment on column bookings.no_show_at is 'When the customer was found not to have come.';
comment on column bookings.deleted_at is 'When it was removed from sight.';

create index bookings_by_start on bookings (organization_id, starts_at, id);
create index bookings_by_location on bookings (organization_id, location_id, starts_at, id) where location_id is not null;
create index bookings_by_sublocation on bookings (organization_id, sublocation_id, starts_at, id) where sublocation_id is not null;
create index bookings_by_service on bookings (organization_id, service_id, starts_at, id);
create index bookings_by_status on bookings (organization_id, status, id);
create index bookings_by_company on bookings (organization_id, company_id, id) where company_id is not null;
create index bookings_by_order on bookings (organization_id, order_id) where order_id is not null;
create index bookings_by_enquiry on bookings (organization_id, enquiry_id) where enquiry_id is not null;
create index bookings_by_series on bookings (organization_id, series_id, starts_at) where series_id is not null;
create index bookings_by_external_id on bookings (organization_id, external_id) where external_id is not null;
create index bookings_by_update on bookings (organization_id, updated_at);
-- For removing what was deleted: nothing may name it any more.
create index bookings_by_predecessor on bookings (organization_id, rescheduled_from_id) where rescheduled_from_id is not null;
create index bookings_by_successor on bookings (organization_id, rescheduled_to_id) where rescheduled_to_id is not null;
-- What is deleted waits to be removed: few, so looking costs little.
create index bookings_deleted on bookings (deleted_at) where deleted_at is not null;
create index bookings_waiting on bookings (organization_id, starts_at, id)
  where status = 'waiting_list' and deleted_at is null;
