create table schedule_rules (
  organization_id uuid not null,
  location_id uuid,
  sublocation_id uuid,
  service_id uuid,
  staff_id uuid,
  owner_id uuid not null generated always as (coalesce(location_id, sublocation_id, service_id, staff_id)) stored,
  position smallint not null,
  weekday smallint check (weekday between 1 and 7),
  valid_from date,
  valid_until date check (valid_until >= valid_from),
  date date,
  start_minute smallint check (start_minute >= 0),
  end_minute smallint check (end_minute <= 1440 and end_minute > start_minute),
  primary key (organization_id, owner_id, position),
  check (num_nonnulls(location_id, sublocation_id, service_id, staff_id) = 1),
  check (num_nonnulls(weekday, date) = 1),
  check (num_nonnulls(start_minute, end_minute) <> 1),
  check (start_minute is not null or date is not null),
  foreign key (organization_id, location_id) references locations (organization_id, id) on delete cascade,
  foreign key (organization_id, sublocation_id) references sublocations (organization_id, id) on delete cascade,
  foreign key (organization_id, service_id) references services (organization_id, id) on delete cascade,
  foreign key (organization_id, staff_id) references staff (organization_id, id) on delete cascade
);
comment on table schedule_rules is 'When places, services and staff can be booked, in the wall time of the location: on a day of every week, or on one date instead of that.';
comment on column schedule_rules.organization_id is 'Whose rule it is.';
comment on column schedule_rules.location_id is 'The location it is about, if it is about one.';
comment on column schedule_rules.sublocation_id is 'The sublocation it is about, if it is about one.';
comment on column schedule_rules.service_id is 'The service it is about, if it is about one.';
comment on column schedule_rules.staff_id is 'The staff member it is about, if it is about one.';
comment on column schedule_rules.owner_id is 'Whichever of the four it is about.';
comment on column schedule_rules.position is 'Place among the rules of its owner, from 0.';
comment on column schedule_rules.weekday is 'Of a weekly rule: 1 Monday to 7 Sunday.';
comment on column schedule_rules.valid_from is 'Of a weekly rule: the first day it holds.';
comment on column schedule_rules.valid_until is 'Of a weekly rule: the last day it holds.';
comment on column schedule_rules.date is 'Of an exception: the day on which no weekly rule holds.';
comment on column schedule_rules.start_minute is 'Opening, in minutes since midnight; none on a date that is closed.';
comment on column schedule_rules.end_minute is 'Closing, in minutes since midnight; 1440 is the end of the day.';
