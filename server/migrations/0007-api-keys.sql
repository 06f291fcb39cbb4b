create table api_keys (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  secret_hash bytea not null,
  name text not null check (name <> ''),
  permissions text[] not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, secret_hash)
);
comment on table api_keys is 'Keys to the Admin API. They belong to the organization, not to a person.';
comment on column api_keys.organization_id is 'The organization the key opens; also written in the key itself.';
comment on column api_keys.id is 'Record id, UUID version 7.';
comment on column api_keys.secret_hash is 'SHA-256 of the whole key, which is nowhere stored.';
comment on column api_keys.name is 'What people call it.';
comment on column api_keys.permissions is 'resource:action names.';
comment on column api_keys.created_by is 'Who made it.';
comment on column api_keys.created_at is 'When it was made.';
comment on column api_keys.expires_at is 'When it ends by itself, if it does.';
comment on column api_keys.revoked_at is 'When it was revoked, if it was.';
comment on column api_keys.last_used_at is 'When it was last used, to the minute.';
