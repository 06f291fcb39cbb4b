create table audit_entries (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  action text not null,
  record_id uuid not null,
  actor_type text not null check (actor_type in ('api_key', 'public_key', 'customer', 'staff', 'system')),
  actor_id text not null,
  actor_name text not null,
  changes json,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
comment on table audit_entries is 'Who changed what, when, from what to what. Refers to nothing, so that it outlives what it tells of.';
comment on column audit_entries.organization_id is 'Where it happened.';
comment on column audit_entries.id is 'The id of the event, or one of its own where nobody is told; UUID version 7: newest first is its descending order.';
comment on column audit_entries.action is 'What was done, such as customer.updated: the kind of record and what became of it.';
comment on column audit_entries.record_id is 'The record it was done to.';
comment on column audit_entries.actor_type is 'What kind of actor did it.';
comment on column audit_entries.actor_id is 'Record id of the key, person or customer, or the name of the part of the system.';
comment on column audit_entries.actor_name is 'What the actor was called then.';
comment on column audit_entries.changes is 'What it changed of the record: [{field, from, to}]; of an erased person, the fields alone.';
comment on column audit_entries.created_at is 'When it happened.';

create index audit_entries_of_record on audit_entries (organization_id, record_id, id);
create index audit_entries_of_actor on audit_entries (organization_id, actor_id, id);

-- Whatever has an event has its entry, in the same statement: no operation can forget it. What nobody is told of is
-- written here alone.
create function write_audit_entries() returns trigger language plpgsql as $$
begin
  insert into audit_entries (organization_id, id, action, record_id, actor_type, actor_id, actor_name, changes, created_at)
  select organization_id, id, type, record_id, actor_type, actor_id, actor_name, changes, created_at from added;
  return null;
end
$$;

create trigger events_are_audited after insert on events
  referencing new table as added for each statement execute function write_audit_entries();
