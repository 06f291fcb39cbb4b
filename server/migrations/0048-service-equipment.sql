create table service_equipment (
  organization_id uuid not null,
  service_id uuid not null,
  equipment_id uuid not null,
  quantity integer not null check (quantity between 1 and 1000),
  primary key (organization_id, service_id, equipment_id),
  foreign key (organization_id, service_id) references services (organization_id, id) on delete cascade,
  foreign key (organization_id, equipment_id) references equipment (organization_id, id)
);
comment on table service_equipment is 'What each booking of a service uses.';
comment on column service_equipment.organization_id is 'Whose service it is.';
comment on column service_equipment.service_id is 'The service.';
comment on column service_equipment.equipment_id is 'What is used.';
comment on column service_equipment.quantity is 'How many pieces of it.';

create index service_equipment_by_equipment on service_equipment (organization_id, equipment_id);
