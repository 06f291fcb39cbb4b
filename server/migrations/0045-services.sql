create table services (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  description text,
  category_id uuid,
  location_id uuid,
  duration_minutes integer not null check (duration_minutes between 1 and 10080),
  buffer_before_minutes integer not null check (buffer_before_minutes between 0 and 1440),
  buffer_after_minutes integer not null check (buffer_after_minutes between 0 and 1440),
  interval_minutes integer not null check (interval_minutes between 1 and 1440),
  capacity integer not null check (capacity between 1 and 10000),
  capacity_mode text not null check (capacity_mode in ('exclusive', 'shared')),
  price_minor bigint not null check (price_minor between 0 and 100000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  tax_rate numeric(7, 4) not null check (tax_rate between 0 and 100),
  tax_setting text not null check (tax_setting in ('inclusive', 'exclusive')),
  minimum_notice_minutes integer not null check (minimum_notice_minutes between 0 and 525600),
  horizon_days integer not null check (horizon_days between 1 and 1825),
  cancel_notice_minutes integer not null check (cancel_notice_minutes between 0 and 525600),
  reschedule_notice_minutes integer not null check (reschedule_notice_minutes between 0 and 525600),
  late_cancel_fee_minor bigint not null check (late_cancel_fee_minor between 0 and 100000000000000),
  no_show_grace_minutes integer not null check (no_show_grace_minutes between 0 and 1440),
  requires_staff boolean not null,
  requires_approval boolean not null,
  qr_code_tickets_enabled boolean not null,
  wallet_tickets_enabled boolean not null,
  status text not null check (status in ('active', 'archived')),
  external_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, category_id) references service_categories (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id)
);
comment on table services is 'What can be booked, and on which terms.';
comment on column services.organization_id is 'Whose service it is.';
comment on column services.id is 'Record id, UUID version 7. Bookings of a service without sublocations lock by it.';
comment on column services.name is 'What people call it.';
comment on column services.description is 'What customers are told about it.';
comment on column services.category_id is 'The heading it stands under.';
comment on column services.location_id is 'Where one without sublocations takes place; none means nowhere in particular.';
comment on column services.duration_minutes is 'How long one booking lasts.';
comment on column services.buffer_before_minutes is 'Kept free before each booking.';
comment on column services.buffer_after_minutes is 'Kept free after each booking.';
comment on column services.interval_minutes is 'Distance between the times a booking can start at.';
comment on column services.capacity is 'The most attendees at once, in one sublocation.';
comment on column services.capacity_mode is 'exclusive: a booking has the place for itself; shared: bookings share its places.';
comment on column services.price_minor is 'Price of one booking, in minor units of the currency.';
comment on column services.currency is 'ISO 4217.';
comment on column services.tax_rate is 'Percent.';
comment on column services.tax_setting is 'inclusive: the price contains the tax; exclusive: it is added.';
comment on column services.minimum_notice_minutes is 'How long before its start a booking must be made.';
comment on column services.horizon_days is 'How many days ahead it can be booked.';
comment on column services.cancel_notice_minutes is 'How long before the start customers can cancel for nothing.';
comment on column services.reschedule_notice_minutes is 'How long before the start customers can move a booking.';
comment on column services.late_cancel_fee_minor is 'What a later cancellation costs, in minor units of the currency.';
comment on column services.no_show_grace_minutes is 'How long after the start somebody is late and not yet missing.';
comment on column services.requires_staff is 'Whether each booking needs one of the staff who can hold it.';
comment on column services.requires_approval is 'Whether staff must confirm each booking.';
comment on column services.qr_code_tickets_enabled is 'Whether bookings have tickets with a code to scan.';
comment on column services.wallet_tickets_enabled is 'Whether bookings have wallet cards.';
comment on column services.status is 'active or archived: an archived one is booked no more.';
comment on column services.external_id is 'Id in a system of the caller''s.';
comment on column services.version is 'Counts the changes.';
comment on column services.created_at is 'When the record was made.';
comment on column services.updated_at is 'When the record was last changed.';

create index services_by_category on services (organization_id, category_id, id);
create index services_by_location on services (organization_id, location_id, id);
