create table locations (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  time_zone text not null,
  address jsonb not null default '{}',
  phone text,
  email text,
  status text not null check (status in ('active', 'archived')),
  external_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
comment on table locations is 'Where an organization serves its customers: houses, each in one time zone.';
comment on column locations.organization_id is 'Whose location it is.';
comment on column locations.id is 'Record id, UUID version 7.';
comment on column locations.name is 'What people call it.';
comment on column locations.time_zone is 'IANA zone name; opening hours and the wall times of bookings are meant in it.';
comment on column locations.address is 'Where it stands: {line1, line2, city, region, postalCode, country}.';
comment on column locations.phone is 'E.164.';
comment on column locations.email is 'Normal form: trimmed, lower case.';
comment on column locations.status is 'active or archived: an archived one is booked no more.';
comment on column locations.external_id is 'Id in a system of the caller''s.';
comment on column locations.version is 'Counts the changes.';
comment on column locations.created_at is 'When the record was made.';
comment on column locations.updated_at is 'When the record was last changed.';
