create table outgoing_mails (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  message_sealed bytea not null,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
comment on table outgoing_mails is 'Mail on its way: written with what it tells of, sent by a job, removed once accepted.';
comment on column outgoing_mails.organization_id is 'Whose mail it is.';
comment on column outgoing_mails.id is 'Record id, UUID version 7.';
comment on column outgoing_mails.message_sealed is 'Recipient, subject and text, encrypted: mails hold sign-in codes.';
comment on column outgoing_mails.attempts is 'How often sending was tried.';
comment on column outgoing_mails.next_attempt_at is 'When to try next; also the end of a claim by a job that died.';
comment on column outgoing_mails.expires_at is 'After this it is of no use to anybody.';
comment on column outgoing_mails.created_at is 'When it was written.';

create index outgoing_mails_due on outgoing_mails (next_attempt_at);
