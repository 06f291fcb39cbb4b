create table instance_keys (
  purpose text primary key check (purpose in ('webhook_signing')),
  private_key_sealed bytea not null,
  public_key bytea not null,
  created_at timestamptz not null
);
comment on table instance_keys is 'Keys of the whole instance, made at their first use. Belongs to no organization.';
comment on column instance_keys.purpose is 'What it signs.';
comment on column instance_keys.private_key_sealed is 'Ed25519 private key in PKCS 8, encrypted.';
comment on column instance_keys.public_key is 'Ed25519 public key, 32 bytes.';
comment on column instance_keys.created_at is 'When it was made.';

-- No organization's session gets near it: row-level security without a policy shows no row.
alter table instance_keys enable row level security;
revoke all on instance_keys from frontdesk_tenant;
