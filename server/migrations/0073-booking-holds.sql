create table booking_holds (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  holder text,
  booking_id uuid,
  service_id uuid not null,
  location_id uuid,
  timezone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  attendee_count integer not null check (attendee_count between 1 and 10000),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, holder),
  unique (organization_id, booking_id),
  foreign key (organization_id, booking_id) references bookings (organization_id, id) on delete cascade,
  foreign key (organization_id, service_id) references services (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id),
  constraint booking_holds_have_one_holder check (num_nonnulls(holder, booking_id) = 1)
);
comment on table booking_holds is 'Places kept for a while: for somebody who is about to book, or for a booking on the waiting list that is offered them. What they take is in occupancies.';
comment on column booking_holds.organization_id is 'Whose places they are.';
comment on column booking_holds.id is 'Record id, UUID version 7.';
comment on column booking_holds.holder is 'The visit it is for, in the caller''s words; one has one hold at a time.';
comment on column booking_holds.booking_id is 'The waiting booking it is offered to.';
comment on column booking_holds.service_id is 'What is about to be booked.';
comment on column booking_holds.location_id is 'Where; none for a service that takes place nowhere in particular.';
comment on column booking_holds.timezone is 'IANA zone of the location when it was made.';
comment on column booking_holds.starts_at is 'When it would start.';
comment on column booking_holds.ends_at is 'When it would end.';
comment on column booking_holds.attendee_count is 'How many places are kept.';
comment on column booking_holds.expires_at is 'From when on the places are free again.';
comment on column booking_holds.created_at is 'When it was made.';

create index booking_holds_by_expiry on booking_holds (expires_at);
