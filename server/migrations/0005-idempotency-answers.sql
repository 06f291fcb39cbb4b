create table idempotency_answers (
  organization_id uuid not null references organizations (id) on delete cascade,
  operation text not null,
  key text not null check (key ~ '^[A-Za-z0-9._:-]{1,128}$'),
  fingerprint bytea not null,
  status smallint,
  body_sealed bytea,
  created_at timestamptz not null,
  primary key (organization_id, operation, key)
);
comment on table idempotency_answers is 'What a keyed POST answered, committed with what it did, so that a retry gets the same answer. Kept for 24 hours.';
comment on column idempotency_answers.organization_id is 'Whose request it was.';
comment on column idempotency_answers.operation is 'The operation that was called; a key means something only within one.';
comment on column idempotency_answers.key is 'The Idempotency-Key the caller sent.';
comment on column idempotency_answers.fingerprint is 'SHA-256 of the request''s body in canonical form.';
comment on column idempotency_answers.status is 'HTTP status of the answer; empty only inside the transaction that makes it.';
comment on column idempotency_answers.body_sealed is 'The answer''s body, byte for byte, encrypted: answers hold tokens. Removed when the person it is about is erased.';
comment on column idempotency_answers.created_at is 'When the answer was given.';

create index idempotency_answers_age on idempotency_answers (created_at);
