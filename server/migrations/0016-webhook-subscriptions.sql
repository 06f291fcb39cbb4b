create table webhook_subscriptions (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  position bigint not null default nextval('events_position_seq'),
  events text[] not null check (cardinality(events) > 0),
  target_url text not null,
  unsubscribe_token_hash bytea not null,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  failing_since timestamptz,
  last_failed_at timestamptz,
  paused_until timestamptz,
  next_due_at timestamptz,
  claim_id uuid,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('unsubscribed', 'gone', 'failing')),
  primary key (organization_id, id),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((previous_secret_sealed is null) = (previous_secret_until is null))
);
comment on table webhook_subscriptions is 'Who is called when something happens. An ended one is kept for as long as its delivery log.';
comment on column webhook_subscriptions.organization_id is 'Whose events it is told of.';
comment on column webhook_subscriptions.id is 'Record id, UUID version 7.';
comment on column webhook_subscriptions.position is 'Its place in the order in which events are inserted: what comes after it is sent. No clock decides that.';
comment on column webhook_subscriptions.events is 'The kinds of events it is told of.';
comment on column webhook_subscriptions.target_url is 'Where calls go, in the URL parser''s form.';
comment on column webhook_subscriptions.unsubscribe_token_hash is 'SHA-256 of the token that ends it, which is nowhere stored.';
comment on column webhook_subscriptions.secret_sealed is 'Key of the v1 signatures, encrypted.';
comment on column webhook_subscriptions.previous_secret_sealed is 'The key before, encrypted; signs too until previous_secret_until.';
comment on column webhook_subscriptions.previous_secret_until is 'When the key before ends.';
comment on column webhook_subscriptions.created_by is 'Record id of the API key that made it.';
comment on column webhook_subscriptions.created_at is 'When it was made.';
comment on column webhook_subscriptions.failing_since is 'First failed call since the last success; empty while calls succeed.';
comment on column webhook_subscriptions.last_failed_at is 'Last failed call; failures that lie too far apart are no lasting outage.';
comment on column webhook_subscriptions.paused_until is 'The receiver asked not to be called before this.';
comment on column webhook_subscriptions.next_due_at is 'When a worker has to look at it next; while one works on it, when its claim ends. Empty when nothing is to do.';
comment on column webhook_subscriptions.claim_id is 'The claim of the worker that works on it; means nothing once next_due_at has passed.';
comment on column webhook_subscriptions.disabled_at is 'When it ended.';
comment on column webhook_subscriptions.disabled_reason is 'Why: it was unsubscribed, the receiver answered 410, or every call had failed for days.';

-- One address is called once for an event, also when two requests for it race.
create unique index webhook_subscriptions_target on webhook_subscriptions (organization_id, target_url)
  where disabled_at is null;

-- What workers look for, across organizations. Failing ones are claimed apart, so that any number of them is in
-- nobody's way.
create index webhook_subscriptions_due on webhook_subscriptions (next_due_at)
  where next_due_at is not null and failing_since is null;
create index webhook_subscriptions_due_failing on webhook_subscriptions (next_due_at)
  where next_due_at is not null and failing_since is not null;

create index webhook_subscriptions_ended on webhook_subscriptions (disabled_at) where disabled_at is not null;
