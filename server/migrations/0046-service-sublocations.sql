create table service_sublocations (
  organization_id uuid not null,
  service_id uuid not null,
  sublocation_id uuid not null,
  primary key (organization_id, service_id, sublocation_id),
  foreign key (organization_id, service_id) references services (organization_id, id) on delete cascade,
  foreign key (organization_id, sublocation_id) references sublocations (organization_id, id)
);
comment on table service_sublocations is 'Which sublocations a service can be held in: a booking takes one of them.';
comment on column service_sublocations.organization_id is 'Whose service it is.';
comment on column service_sublocations.service_id is 'The service.';
comment on column service_sublocations.sublocation_id is 'Where it can be held.';

create index service_sublocations_by_sublocation on service_sublocations (organization_id, sublocation_id);
