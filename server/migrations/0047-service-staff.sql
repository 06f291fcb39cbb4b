create table service_staff (
  organization_id uuid not null,
  service_id uuid not null,
  staff_id uuid not null,
  primary key (organization_id, service_id, staff_id),
  foreign key (organization_id, service_id) references services (organization_id, id) on delete cascade,
  foreign key (organization_id, staff_id) references staff (organization_id, id)
);
comment on table service_staff is 'Who can hold a service.';
comment on column service_staff.organization_id is 'Whose service it is.';
comment on column service_staff.service_id is 'The service.';
comment on column service_staff.staff_id is 'Who can hold it.';

create index service_staff_by_staff on service_staff (organization_id, staff_id);
