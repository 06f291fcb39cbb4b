create table public_keys (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  key text not null,
  name text not null check (name <> ''),
  allowed_origins text[] not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, key)
);
comment on table public_keys is 'Public integration keys: they name the organization from a web page and are no secret.';
comment on column public_keys.organization_id is 'The organization the key names; also written in the key itself.';
comment on column public_keys.id is 'Record id, UUID version 7.';
comment on column public_keys.key is 'The key itself.';
comment on column public_keys.name is 'What people call it.';
comment on column public_keys.allowed_origins is 'Origins it may be used from: scheme, host and port, with *. for one label.';
comment on column public_keys.created_at is 'When it was made.';
comment on column public_keys.revoked_at is 'When it was revoked, if it was.';
