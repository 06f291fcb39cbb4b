create table customer_sessions (
  organization_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  kind text not null check (kind in ('hosted', 'browser')),
  provider_uid text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text,
  ip_address text,
  user_agent text,
  primary key (organization_id, id),
  unique (organization_id, provider_uid),
  foreign key (organization_id, account_id) references accounts (organization_id, id) on delete cascade
);
comment on table customer_sessions is 'The one root of everything a customer holds after signing in: cookies, refresh tokens, access tokens.';
comment on column customer_sessions.organization_id is 'Where the customer signed in.';
comment on column customer_sessions.id is 'Record id, UUID version 7; sid of the access tokens.';
comment on column customer_sessions.account_id is 'Who signed in.';
comment on column customer_sessions.kind is 'hosted: on the sign-in page; browser: through the Customer API.';
comment on column customer_sessions.provider_uid is 'The authorization server''s name of a hosted session. No bearer value.';
comment on column customer_sessions.created_at is 'When the customer signed in.';
comment on column customer_sessions.expires_at is 'When it all ends; fixed at sign-in.';
comment on column customer_sessions.revoked_at is 'When it was ended before its time, if it was.';
comment on column customer_sessions.revoked_reason is 'sign_out, reuse, banned, staff.';
comment on column customer_sessions.ip_address is 'Address the sign-in came from.';
comment on column customer_sessions.user_agent is 'Browser the sign-in came from.';

create index customer_sessions_of_account on customer_sessions (organization_id, account_id, id);
create index customer_sessions_age on customer_sessions using brin (created_at);
