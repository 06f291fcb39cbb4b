create table one_time_codes (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  purpose text not null check (purpose in ('hosted_sign_in', 'browser_sign_in', 'profile_email')),
  email text not null,
  binding text not null,
  code_hash bytea not null,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  voided_at timestamptz,
  primary key (organization_id, id)
);
comment on table one_time_codes is 'Six-digit codes sent by mail.';
comment on column one_time_codes.organization_id is 'Where the code is good.';
comment on column one_time_codes.id is 'Record id, UUID version 7.';
comment on column one_time_codes.purpose is 'What the code is good for.';
comment on column one_time_codes.email is 'The address it was sent to, in normal form.';
comment on column one_time_codes.binding is 'What it is bound to: the interaction, the account, or nothing.';
comment on column one_time_codes.code_hash is 'HMAC-SHA-256 of id and code under the operator''s secret key.';
comment on column one_time_codes.attempts is 'How often a code was tried against it.';
comment on column one_time_codes.created_at is 'When it was sent.';
comment on column one_time_codes.expires_at is 'When it ends.';
comment on column one_time_codes.consumed_at is 'When it was used.';
comment on column one_time_codes.voided_at is 'When a newer one took its place.';

create index one_time_codes_by_email on one_time_codes (organization_id, email, purpose, id);
create index one_time_codes_age on one_time_codes using brin (created_at);
