create table session_refresh_tokens (
  organization_id uuid not null,
  token_hash bytea not null,
  session_id uuid not null,
  issued_at timestamptz not null,
  consumed_at timestamptz,
  replay_key text,
  replay_sealed bytea,
  primary key (organization_id, token_hash),
  foreign key (organization_id, session_id) references customer_sessions (organization_id, id) on delete cascade
);
comment on table session_refresh_tokens is 'Refresh tokens of the Customer API''s own sign-in. Consumed ones stay until the session ends: a second use tells of theft.';
comment on column session_refresh_tokens.organization_id is 'Where it refreshes; also written in the token.';
comment on column session_refresh_tokens.token_hash is 'SHA-256 of the token, which is nowhere stored.';
comment on column session_refresh_tokens.session_id is 'The session it goes on with.';
comment on column session_refresh_tokens.issued_at is 'When it was issued.';
comment on column session_refresh_tokens.consumed_at is 'When it was used.';
comment on column session_refresh_tokens.replay_key is 'Idempotency-Key it was used with.';
comment on column session_refresh_tokens.replay_sealed is 'The pair it was exchanged for, encrypted, to be given again under the same key for a minute.';

create index session_refresh_tokens_of_session on session_refresh_tokens (organization_id, session_id);
