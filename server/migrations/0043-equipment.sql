create table equipment (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  location_id uuid not null,
  name text not null check (name <> ''),
  quantity integer not null check (quantity between 1 and 1000),
  status text not null check (status in ('active', 'archived')),
  external_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, location_id) references locations (organization_id, id)
);
comment on table equipment is 'What bookings use and share at a location: projectors, rackets, bicycles.';
comment on column equipment.organization_id is 'Whose equipment it is.';
comment on column equipment.id is 'Record id, UUID version 7. Bookings name it as resource.';
comment on column equipment.location_id is 'The location it is at; never another.';
comment on column equipment.name is 'What people call it.';
comment on column equipment.quantity is 'How many pieces there are.';
comment on column equipment.status is 'active or archived: bookings no longer use an archived one.';
comment on column equipment.external_id is 'Id in a system of the caller''s.';
comment on column equipment.version is 'Counts the changes.';
comment on column equipment.created_at is 'When the record was made.';
comment on column equipment.updated_at is 'When the record was last changed.';

create index equipment_by_location on equipment (organization_id, location_id, id);
