create table accounts (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  email text not null,
  customer_id uuid,
  joins_account_id uuid,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  sessions_valid_from timestamptz,
  primary key (organization_id, id),
  unique (organization_id, email),
  unique (organization_id, customer_id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, joins_account_id) references accounts (organization_id, id),
  check (customer_id is null or joins_account_id is null)
);
comment on table accounts is 'Who can sign in: one per email address and organization. The same address elsewhere is another account.';
comment on column accounts.organization_id is 'Where the account signs in.';
comment on column accounts.id is 'Record id, UUID version 7; sub of the tokens.';
comment on column accounts.email is 'The address that codes are sent to, in normal form.';
comment on column accounts.customer_id is 'The customer profile it is linked to, once there is one.';
comment on column accounts.joins_account_id is 'The account that signs in instead, since the customers of both were merged.';
comment on column accounts.created_at is 'First sign-in.';
comment on column accounts.last_sign_in_at is 'Latest sign-in.';
comment on column accounts.sessions_valid_from is 'Sessions begun before this moment have ended; set by a ban.';

create index accounts_joined on accounts (organization_id, joins_account_id) where joins_account_id is not null;
