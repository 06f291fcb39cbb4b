create table booking_resources (
  organization_id uuid not null,
  booking_id uuid not null,
  position smallint not null,
  staff_id uuid,
  equipment_id uuid,
  quantity integer not null check (quantity between 1 and 1000),
  starts_at timestamptz not null,
  primary key (organization_id, booking_id, position),
  foreign key (organization_id, booking_id) references bookings (organization_id, id) on delete cascade,
  foreign key (organization_id, staff_id) references staff (organization_id, id),
  foreign key (organization_id, equipment_id) references equipment (organization_id, id),
  constraint booking_resources_name_one check (num_nonnulls(staff_id, equipment_id) = 1)
);
comment on table booking_resources is 'The staff and equipment of a booking, whether or not it fills them now.';
comment on column booking_resources.organization_id is 'Whose booking it is.';
comment on column booking_resources.booking_id is 'The booking.';
comment on column booking_resources.position is 'Place in the booking''s list, from 0.';
comment on column booking_resources.staff_id is 'The member of staff.';
comment on column booking_resources.equipment_id is 'The equipment.';
comment on column booking_resources.quantity is 'How many of the equipment; 1 for staff.';
comment on column booking_resources.starts_at is 'Start of the booking, kept here too so that a person''s calendar is read in its order.';

create index booking_resources_of_staff on booking_resources (organization_id, staff_id, starts_at, booking_id) where staff_id is not null;
create index booking_resources_of_equipment on booking_resources (organization_id, equipment_id, starts_at, booking_id) where equipment_id is not null;
create index booking_resources_by_staff on booking_resources (organization_id, staff_id, booking_id) where staff_id is not null;
