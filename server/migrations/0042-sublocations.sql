create table sublocations (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  location_id uuid not null,
  name text not null check (name <> ''),
  kind text not null check (kind <> ''),
  capacity integer not null check (capacity between 1 and 10000),
  status text not null check (status in ('active', 'archived')),
  external_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id)
);
comment on table sublocations is 'What is booked at a location: rooms, desks, courts.';
comment on column sublocations.organization_id is 'Whose sublocation it is.';
comment on column sublocations.id is 'Record id, UUID version 7. Bookings lock by it, in its order.';
comment on column sublocations.location_id is 'The location it is at; never another.';
comment on column sublocations.name is 'What people call it.';
comment on column sublocations.kind is 'room, desk, court or another word.';
comment on column sublocations.capacity is 'How many places it has at once.';
comment on column sublocations.status is 'active or archived: an archived one is booked no more.';
comment on column sublocations.external_id is 'Id in a system of the caller''s.';
comment on column sublocations.version is 'Counts the changes.';
comment on column sublocations.created_at is 'When the record was made.';
comment on column sublocations.updated_at is 'When the record was last changed.';

create index sublocations_by_location on sublocations (organization_id, location_id, id);
