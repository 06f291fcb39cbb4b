create extension if not exists btree_gist;

create table occupancies (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  booking_id uuid,
  hold_id uuid,
  resource_type text not null check (resource_type in ('sublocation', 'staff', 'equipment', 'service')),
  resource_id uuid not null,
  service_id uuid not null,
  place_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  quantity integer not null check (quantity between 1 and 10000),
  is_whole boolean not null,
  is_override boolean not null,
  expires_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, booking_id) references bookings (organization_id, id) on delete cascade,
  foreign key (organization_id, hold_id) references booking_holds (organization_id, id) on delete cascade,
  foreign key (organization_id, service_id) references services (organization_id, id),
  constraint occupancies_have_one_taker check (num_nonnulls(booking_id, hold_id) = 1),
  constraint occupancies_of_holds_expire check ((hold_id is null) = (expires_at is null)),
  -- Whoever looks for what overlaps a time looks back this far: the longest booking with the longest buffers, nine days.
  constraint occupancies_are_bounded check (ends_at > starts_at and ends_at <= starts_at + interval '216 hours'),
  -- The last line. Before it, the resource's row is locked and what is taken is counted (docs/decisions/0012).
  constraint occupancies_never_overlap exclude using gist (
    organization_id with =, resource_id with =, tstzrange(starts_at, ends_at) with &&
  ) where (is_whole and not is_override)
);
comment on table occupancies is 'What is taken of rooms, desks, courts, staff, equipment and services, and when: one row for each resource that a booking or a hold fills, while it does.';
comment on column occupancies.organization_id is 'Whose resource it is.';
comment on column occupancies.id is 'Record id, UUID version 7.';
comment on column occupancies.booking_id is 'The booking that takes it.';
comment on column occupancies.hold_id is 'The hold that takes it.';
comment on column occupancies.resource_type is 'What is taken.';
comment on column occupancies.resource_id is 'The sublocation, member of staff, piece of equipment, or service.';
comment on column occupancies.service_id is 'What it is taken for: a service that shares a sublocation fills up by itself, too.';
comment on column occupancies.place_id is 'Where: the sublocation, or the service that takes place without one. Bookings of one class share its staff in one place only.';
comment on column occupancies.starts_at is 'From when it is taken, with the buffer before.';
comment on column occupancies.ends_at is 'Until when it is taken, with the buffer after.';
comment on column occupancies.quantity is 'How many of its places are taken.';
comment on column occupancies.is_whole is 'Whether all of it is taken, however many places it has.';
comment on column occupancies.is_override is 'Whether staff took it although it was taken.';
comment on column occupancies.expires_at is 'For a hold: from when on it is free again.';

-- Comparisons of times use an index behind row-level security; the overlap operator of ranges would not.
create index occupancies_by_time on occupancies (organization_id, resource_id, starts_at);
create index occupancies_of_booking on occupancies (organization_id, booking_id) where booking_id is not null;
create index occupancies_of_hold on occupancies (organization_id, hold_id) where hold_id is not null;
create index occupancies_that_expire on occupancies (organization_id, resource_id, expires_at) where expires_at is not null;
