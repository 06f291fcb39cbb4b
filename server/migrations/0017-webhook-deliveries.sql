create table webhook_deliveries (
  organization_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  sequence bigint not null,
  record_id uuid not null,
  status text not null check (status in ('pending', 'delivered', 'failed', 'dropped')),
  attempts smallint not null,
  next_attempt_at timestamptz,
  attempted_at timestamptz,
  response_status smallint,
  response_body text,
  failure_reason text,
  failure_message text,
  duration_ms integer,
  created_at timestamptz not null,
  primary key (organization_id, subscription_id, event_id),
  foreign key (organization_id, subscription_id) references webhook_subscriptions on delete cascade,
  check (next_attempt_at is null or status = 'pending')
);
comment on table webhook_deliveries is 'Each event that a subscription is told of: what is still to do, and the log of what was done. Kept for 30 days.';
comment on column webhook_deliveries.organization_id is 'Whose delivery it is.';
comment on column webhook_deliveries.subscription_id is 'Who is told.';
comment on column webhook_deliveries.event_id is 'Of what.';
comment on column webhook_deliveries.sequence is 'The event''s sequence number.';
comment on column webhook_deliveries.record_id is 'The record the event happened to; its events go out one after the other.';
comment on column webhook_deliveries.status is 'pending: to be sent. delivered: a 2xx answer came. failed: given up. dropped: the subscription ended first.';
comment on column webhook_deliveries.attempts is 'How often it was sent.';
comment on column webhook_deliveries.next_attempt_at is 'When to send it; empty while an earlier event of its record is pending, and at the end.';
comment on column webhook_deliveries.attempted_at is 'When the last attempt ended.';
comment on column webhook_deliveries.response_status is 'HTTP status of the last answer.';
comment on column webhook_deliveries.response_body is 'The beginning of the last answer''s body.';
comment on column webhook_deliveries.failure_reason is 'Why the last attempt failed, for programs.';
comment on column webhook_deliveries.failure_message is 'Why the last attempt failed, in a sentence.';
comment on column webhook_deliveries.duration_ms is 'How long the last attempt took.';
comment on column webhook_deliveries.created_at is 'When the event happened.';

-- What a worker sends next, and when to look again.
create index webhook_deliveries_due on webhook_deliveries (organization_id, subscription_id, next_attempt_at, sequence)
  where next_attempt_at is not null;

-- Which delivery of a record comes next.
create index webhook_deliveries_waiting on webhook_deliveries (organization_id, subscription_id, record_id, sequence)
  where status = 'pending';

-- Rows lie in the order of time, so this tiny index finds the old ones to remove.
create index webhook_deliveries_age on webhook_deliveries using brin (created_at);
