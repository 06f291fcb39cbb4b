create table booking_changes (
  organization_id uuid not null,
  booking_id uuid not null,
  id uuid not null,
  version integer not null,
  actor_type text not null check (actor_type in ('api_key', 'public_key', 'customer', 'staff', 'system')),
  actor_id text not null,
  from_status text,
  to_status text,
  from_starts_at timestamptz,
  to_starts_at timestamptz,
  from_ends_at timestamptz,
  to_ends_at timestamptz,
  from_sublocation_id uuid,
  to_sublocation_id uuid,
  is_override boolean not null default false,
  reason text,
  created_at timestamptz not null,
  primary key (organization_id, booking_id, id),
  foreign key (organization_id, booking_id) references bookings (organization_id, id) on delete cascade
);
comment on table booking_changes is 'What became of a booking: its moves from status to status and from time to time, and what staff overrode.';
comment on column booking_changes.organization_id is 'Whose booking it is.';
comment on column booking_changes.booking_id is 'The booking.';
comment on column booking_changes.id is 'Record id, UUID version 7, in the order of what happened.';
comment on column booking_changes.version is 'The version of the booking that the change made.';
comment on column booking_changes.actor_type is 'What kind of actor did it.';
comment on column booking_changes.actor_id is 'Record id of who did it, or the name of the part of the system.';
comment on column booking_changes.from_status is 'The status before, when it changed.';
comment on column booking_changes.to_status is 'The status after, when it changed.';
comment on column booking_changes.from_starts_at is 'The start before, when the time changed.';
comment on column booking_changes.to_starts_at is 'The start after, when the time changed.';
comment on column booking_changes.from_ends_at is 'The end before, when the time changed.';
comment on column booking_changes.to_ends_at is 'The end after, when the time changed.';
comment on column booking_changes.from_sublocation_id is 'The sublocation before, when it changed.';
comment on column booking_changes.to_sublocation_id is 'The sublocation after, when it changed.';
comment on column booking_changes.is_override is 'Whether staff took places that were taken, or a time outside opening hours.';
comment on column booking_changes.reason is 'Why, in the words of who did it.';
comment on column booking_changes.created_at is 'When it happened.';
