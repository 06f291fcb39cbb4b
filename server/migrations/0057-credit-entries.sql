create table credit_entries (
  organization_id uuid not null,
  id uuid not null,
  entity_id uuid not null,
  currency text not null,
  entity_type text not null check (entity_type in ('customer', 'company')),
  entity_number text not null,
  type text not null check (type in ('credit', 'debit')),
  reason text not null check (reason in ('issue', 'order_payment', 'refund', 'adjustment', 'expiry', 'reversal')),
  amount_minor bigint not null check (amount_minor > 0),
  balance_minor bigint not null check (balance_minor >= 0),
  note text check (length(note) <= 500),
  order_id uuid,
  reverses_entry_id uuid,
  lot_uses jsonb,
  source text not null check (source in ('api', 'dashboard', 'system')),
  actor_type text not null check (actor_type in ('api_key', 'public_key', 'customer', 'staff', 'system')),
  actor_id text not null,
  actor_name text not null,
  expires_at timestamptz,
  idempotency_key text check (idempotency_key ~ '^[A-Za-z0-9._:-]{1,128}$'),
  fingerprint bytea,
  answer json,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, entity_id, currency)
    references credit_accounts (organization_id, entity_id, currency) on delete cascade,
  foreign key (organization_id, reverses_entry_id) references credit_entries (organization_id, id),
  check ((idempotency_key is null) = (fingerprint is null) and (idempotency_key is null) = (answer is null))
);
comment on table credit_entries is 'The ledger of store credit: what was added and taken away, each once, never removed, and never changed but for the note about a person who is erased.';
comment on column credit_entries.organization_id is 'Whose store credit it is.';
comment on column credit_entries.id is 'Record id, UUID version 7, made under the lock of the account: its order is that of the balances, as far as the clocks of processes agree.';
comment on column credit_entries.entity_id is 'The customer or company.';
comment on column credit_entries.currency is 'ISO 4217.';
comment on column credit_entries.entity_type is 'customer or company.';
comment on column credit_entries.entity_number is 'The number of the customer or company at that time.';
comment on column credit_entries.type is 'credit adds, debit takes away.';
comment on column credit_entries.reason is 'issue, order_payment, refund, adjustment, expiry or reversal.';
comment on column credit_entries.amount_minor is 'How much, in minor units.';
comment on column credit_entries.balance_minor is 'The balance after it, in minor units.';
comment on column credit_entries.note is 'What whoever made it had to say. Removed when the person is erased.';
comment on column credit_entries.order_id is 'The order it paid, or was given back from.';
comment on column credit_entries.reverses_entry_id is 'The entry it undoes.';
comment on column credit_entries.lot_uses is 'Which lots of expiring credit it took from, or gave back to: list of {entryId, amountMinor}. The rest of the amount has no expiry.';
comment on column credit_entries.source is 'api, dashboard or system.';
comment on column credit_entries.actor_type is 'What kind of actor made it.';
comment on column credit_entries.actor_id is 'Record id of the key, person or customer, or the name of the part of the system.';
comment on column credit_entries.actor_name is 'The actor''s name at that time.';
comment on column credit_entries.expires_at is 'When what is left of the credit expires.';
comment on column credit_entries.idempotency_key is 'The Idempotency-Key it was asked for with: taken for ever.';
comment on column credit_entries.fingerprint is 'SHA-256 of what was asked for under the key.';
comment on column credit_entries.answer is 'The entry as it was answered, byte for byte: what a repeated request gets.';
comment on column credit_entries.created_at is 'When it was made.';

create unique index credit_entries_of_key on credit_entries (organization_id, idempotency_key)
  where idempotency_key is not null;
create unique index credit_entries_of_reversed on credit_entries (organization_id, reverses_entry_id)
  where reverses_entry_id is not null;
create index credit_entries_of_order on credit_entries (organization_id, order_id, id) where order_id is not null;
create index credit_entries_of_entity on credit_entries (organization_id, entity_id, id);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  -- The one change there is: what somebody wrote about a person goes when that person is erased.
  if tg_op = 'UPDATE' and new.note is null
    and to_jsonb(new) - '{note,answer}'::text[] = to_jsonb(old) - '{note,answer}'::text[]
    and new.answer::jsonb is not distinct from old.answer::jsonb - 'note'
  then
    return new;
  end if;
  raise insufficient_privilege using message = 'Entries of the ledger are never changed.';
end
$$;

-- Requests can't change what was written; the owner can, who removes an organization with all it has.
create trigger credit_entries_append_only before update or delete on credit_entries
  for each row when (current_user = 'frontdesk_tenant') execute function refuse_ledger_change();
