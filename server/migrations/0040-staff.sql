create table staff (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  first_name text,
  last_name text,
  name text not null check (name <> ''),
  email text,
  phone text,
  title text,
  status text not null check (status in ('active', 'inactive')),
  external_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
comment on table staff is 'The people who work for an organization.';
comment on column staff.organization_id is 'Whom they work for.';
comment on column staff.id is 'Record id, UUID version 7.';
comment on column staff.first_name is 'Given name.';
comment on column staff.last_name is 'Family name.';
comment on column staff.name is 'First and last name: what people see.';
comment on column staff.email is 'Normal form: trimmed, lower case.';
comment on column staff.phone is 'E.164.';
comment on column staff.title is 'What they are to customers: coach, physiotherapist, …';
comment on column staff.status is 'active or inactive: who is inactive is booked no more.';
comment on column staff.external_id is 'Id in a system of the caller''s.';
comment on column staff.version is 'Counts the changes.';
comment on column staff.created_at is 'When the record was made.';
comment on column staff.updated_at is 'When the record was last changed.';
