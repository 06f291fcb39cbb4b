create table signing_keys (
  kid text primary key,
  private_jwk_sealed bytea not null,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  active_from timestamptz not null,
  retired_at timestamptz
);
comment on table signing_keys is 'Keys that sign tokens, of the whole instance.';
comment on column signing_keys.kid is 'RFC 7638 thumbprint.';
comment on column signing_keys.private_jwk_sealed is 'The private key, encrypted under the operator''s secret key.';
comment on column signing_keys.public_jwk is 'What is published.';
comment on column signing_keys.created_at is 'When it was made, and published.';
comment on column signing_keys.active_from is 'From when it signs; the latest active one does.';
comment on column signing_keys.retired_at is 'When another took over; published until every token it signed has ended.';

-- No organization's session gets near them: row-level security without a policy shows no row.
alter table signing_keys enable row level security;
revoke all on signing_keys from frontdesk_tenant;
