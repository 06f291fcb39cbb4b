create table organizations (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text not null check (name <> ''),
  legal_name text check (legal_name <> ''),
  vat_number text check (vat_number <> ''),
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  time_zone text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  address jsonb not null default '{}',
  phone text,
  email text,
  admin_email text,
  session_days integer not null default 30 check (session_days between 1 and 365),
  code_minutes integer not null default 10 check (code_minutes between 5 and 30),
  primary_color text check (primary_color ~ '^#[0-9a-f]{6}$'),
  logo_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table organizations is 'The tenants. Every other table but the platform''s own names one of these.';
comment on column organizations.id is 'Record id, UUID version 7.';
comment on column organizations.slug is 'Short name for URLs and the command line; unique on the instance.';
comment on column organizations.name is 'The name people know the organization by: its brand.';
comment on column organizations.legal_name is 'The name it does business under, on receipts; null where it is the same.';
comment on column organizations.vat_number is 'Its VAT or sales tax number, on receipts.';
comment on column organizations.country_code is 'ISO 3166-1 alpha-2; phone numbers without a country code are read as this country''s.';
comment on column organizations.time_zone is 'IANA zone name; days and hours are meant in it.';
comment on column organizations.currency is 'ISO 4217; the currency of totals.';
comment on column organizations.address is 'Its seat: {line1, line2, city, region, postalCode, country}. On receipts of orders at no location.';
comment on column organizations.phone is 'E.164. What customers call where a location has no number.';
comment on column organizations.email is 'In normal form. What customers write to where a location has no address.';
comment on column organizations.admin_email is 'Where the organization''s administrators get mail about the service.';
comment on column organizations.session_days is 'How long a customer stays signed in.';
comment on column organizations.code_minutes is 'How long a sign-in code is good.';
comment on column organizations.primary_color is 'Colour of the brand on hosted pages, #rrggbb.';
comment on column organizations.logo_url is 'Picture of the brand on hosted pages.';
comment on column organizations.created_at is 'When it was made.';
comment on column organizations.updated_at is 'When it was last changed.';

-- An organization sees itself and nobody else.
alter table organizations enable row level security;
create policy organization_wall on organizations
  using (id = current_organization_id()) with check (id = current_organization_id());
