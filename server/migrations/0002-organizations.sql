create table organizations (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text not null check (name <> ''),
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  time_zone text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  admin_email text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table organizations is 'The tenants. Every other table but the platform''s own names one of these.';
comment on column organizations.id is 'Record id, UUID version 7.';
comment on column organizations.slug is 'Short name for URLs and the command line; unique on the instance.';
comment on column organizations.name is 'The name people know the organization by.';
comment on column organizations.country_code is 'ISO 3166-1 alpha-2; phone numbers without a country code are read as this country''s.';
comment on column organizations.time_zone is 'IANA zone name; days and hours are meant in it.';
comment on column organizations.currency is 'ISO 4217; the currency of totals.';
comment on column organizations.admin_email is 'Where the organization''s administrators get mail about the service.';
comment on column organizations.created_at is 'When it was made.';
comment on column organizations.updated_at is 'When it was last changed.';

-- An organization sees itself and nobody else.
alter table organizations enable row level security;
create policy organization_wall on organizations
  using (id = current_organization_id()) with check (id = current_organization_id());
