create table events (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  position bigint generated always as identity,
  sequence bigint,
  type text not null,
  record_id uuid not null,
  actor_type text not null check (actor_type in ('api_key', 'public_key', 'customer', 'staff', 'system')),
  actor_id text not null,
  actor_name text not null,
  data json not null,
  changes json,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, sequence)
);
comment on table events is 'What happened, written in the transaction in which it happened. Kept for 30 days.';
comment on column events.organization_id is 'Where it happened.';
comment on column events.id is 'UUID version 7; sent as evt_<32 hex digits>.';
comment on column events.position is 'Order of insertion. Events of one record are inserted under its row lock, so this is their order.';
comment on column events.sequence is 'Order of publication in the organization, without gaps; empty until published.';
comment on column events.type is 'What happened, such as customer.created.';
comment on column events.record_id is 'The record it happened to.';
comment on column events.actor_type is 'What kind of actor did it.';
comment on column events.actor_id is 'Record id of the key, person or customer, or the name of the part of the system.';
comment on column events.actor_name is 'What the actor was called then.';
comment on column events.data is 'The record as the Admin API showed it at that moment, byte for byte.';
comment on column events.changes is 'What it changed of the record, for the audit log: [{field, from, to}].';
comment on column events.created_at is 'When it happened.';

-- What waits to be published. Almost always empty, so looking costs nothing.
create index events_unpublished on events (position) where sequence is null;
create index events_of_record on events (organization_id, record_id, id);

-- Rows lie in the order of time, so this tiny index finds the old ones to remove.
create index events_age on events using brin (created_at);
