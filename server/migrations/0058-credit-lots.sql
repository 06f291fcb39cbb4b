create table credit_lots (
  organization_id uuid not null,
  entry_id uuid not null,
  entity_id uuid not null,
  currency text not null,
  remaining_minor bigint not null check (remaining_minor >= 0),
  expires_at timestamptz not null,
  primary key (organization_id, entry_id),
  foreign key (organization_id, entry_id) references credit_entries (organization_id, id) on delete cascade,
  foreign key (organization_id, entity_id, currency)
    references credit_accounts (organization_id, entity_id, currency) on delete cascade
);
comment on table credit_lots is 'What is left of credit that expires; the rest of a balance does not. Changed only under the lock of the account.';
comment on column credit_lots.organization_id is 'Whose store credit it is.';
comment on column credit_lots.entry_id is 'The entry that gave the credit.';
comment on column credit_lots.entity_id is 'The customer or company.';
comment on column credit_lots.currency is 'ISO 4217.';
comment on column credit_lots.remaining_minor is 'What is left of it, in minor units.';
comment on column credit_lots.expires_at is 'When that expires.';

create index credit_lots_of_account on credit_lots (organization_id, entity_id, currency, expires_at, entry_id)
  where remaining_minor > 0;

-- What has expired is found over all organizations.
create index credit_lots_due on credit_lots (expires_at) where remaining_minor > 0;
