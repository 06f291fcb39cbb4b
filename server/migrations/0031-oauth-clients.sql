create table oauth_clients (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  client_id text not null,
  name text not null check (name <> ''),
  is_public boolean not null,
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null default '{}',
  secret_hash bytea,
  previous_secret_hash bytea,
  created_at timestamptz not null,
  disabled_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, client_id),
  check (is_public = (secret_hash is null))
);
comment on table oauth_clients is 'Applications that customers sign in to.';
comment on column oauth_clients.organization_id is 'Whose customers sign in; also written in the client id.';
comment on column oauth_clients.id is 'Record id, UUID version 7.';
comment on column oauth_clients.client_id is 'The identifier the application sends.';
comment on column oauth_clients.name is 'What people call it.';
comment on column oauth_clients.is_public is 'Whether it can keep no secret: single-page and mobile applications.';
comment on column oauth_clients.redirect_uris is 'Exact addresses the customer may be sent back to.';
comment on column oauth_clients.post_logout_redirect_uris is 'Exact addresses the customer may be sent to after signing out.';
comment on column oauth_clients.secret_hash is 'SHA-256 of the secret, which is nowhere stored.';
comment on column oauth_clients.previous_secret_hash is 'SHA-256 of the secret before the last rotation, good until the next.';
comment on column oauth_clients.created_at is 'When it was registered.';
comment on column oauth_clients.disabled_at is 'When it was disabled, if it was.';
