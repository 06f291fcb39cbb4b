// The SQL that reads store credit without changing it: balances, pages of the ledger, and what does not add up.
import type { CreditAccount, CreditEntityType, CreditEntry } from '#core/store-credit/credit-entry.ts';
import { type EntryRow, entitiesNamed, entriesFrom, toEntry } from '#core/store-credit/ledger-queries.ts';
import type { RootTx, Tx } from '#db/tx.ts';
import { lowestIdAt } from '#kit/id.ts';

/** A customer or company, with the number people use. */
export interface NamedEntity {
  id: string;
  number: string;
}

/** Whoever is named by record id or number. */
export async function findEntity(
  tx: Tx,
  entityType: CreditEntityType,
  reference: string,
): Promise<NamedEntity | undefined> {
  const rows = await tx<NamedEntity[]>`${entitiesNamed(tx, entityType, reference)}`;
  return rows[0];
}

/** An account as it is read. Minor units. */
export interface ReadAccount extends CreditAccount {
  balanceMinor: number;
  /** What has expired of it, and stands in the books all the same. */
  expiredMinor: number;
}

/** The accounts of whoever is named, by currency. */
export function selectAccounts(
  tx: Tx,
  entityType: CreditEntityType,
  reference: string,
  now: Date,
): Promise<ReadAccount[]> {
  return tx<ReadAccount[]>`
    select a.entity_type, a.entity_id, a.currency, a.balance_minor, coalesce((
      select sum(l.remaining_minor) from credit_lots l
      where l.organization_id = a.organization_id and l.entity_id = a.entity_id and l.currency = a.currency
        and l.remaining_minor > 0 and l.expires_at <= ${now}
    ), 0)::bigint as expired_minor
    from (${entitiesNamed(tx, entityType, reference)}) named
    join credit_accounts a on a.organization_id = ${tx.organizationId} and a.entity_id = named.id
    order by a.currency
  `;
}

/** Which entries, and which part of the list. */
export interface EntrySelection {
  entityId: string;
  currency?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  /** The id the page continues after. */
  after?: string | undefined;
  /** How many to read. */
  count: number;
}

/** Entries of a customer or company, newest first. */
export async function selectEntries(tx: Tx, selection: EntrySelection): Promise<CreditEntry[]> {
  const { entityId, currency, createdAfter, createdBefore, after, count } = selection;
  const rows = await tx<EntryRow[]>`
    ${entriesFrom(tx)}
    where organization_id = ${tx.organizationId} and entity_id = ${entityId}
      ${currency ? tx`and currency = ${currency}` : tx``}
      ${after ? tx`and id < ${after}` : tx``}
      ${createdAfter ? tx`and id >= ${lowestIdAt(createdAfter)}` : tx``}
      ${createdBefore ? tx`and id < ${lowestIdAt(createdBefore)}` : tx``}
    order by id desc limit ${count}
  `;
  return rows.map((row) => toEntry(tx, row));
}

/** An account, with what its balance should be. Minor units. */
export interface AuditedAccount {
  entityType: CreditEntityType;
  entityId: string;
  currency: string;
  balanceMinor: number;
  /** Sum of its entries. */
  entriesMinor: number;
  /** What is left in its lots of expiring credit. */
  lotsMinor: number;
}

/** Up to `limit` accounts after one, in the order of their keys, each read at one moment. */
export function selectAuditedAccounts(
  tx: Tx,
  after: { entityId: string; currency: string },
  limit: number,
): Promise<AuditedAccount[]> {
  return tx<AuditedAccount[]>`
    select a.entity_type, a.entity_id, a.currency, a.balance_minor,
      coalesce(e.entries, 0)::bigint as entries_minor, coalesce(l.lots, 0)::bigint as lots_minor
    from (
      select * from credit_accounts
      where organization_id = ${tx.organizationId}
        and (entity_id, currency) > (${after.entityId}::uuid, ${after.currency}::text)
      order by entity_id, currency limit ${limit}
    ) a
    left join lateral (
      select sum(case type when 'credit' then amount_minor else -amount_minor end) as entries
      from credit_entries
      where organization_id = ${tx.organizationId} and entity_id = a.entity_id and currency = a.currency
    ) e on true
    left join lateral (
      select sum(remaining_minor) as lots from credit_lots
      where organization_id = ${tx.organizationId} and entity_id = a.entity_id and currency = a.currency
        and remaining_minor > 0
    ) l on true
    order by a.entity_id, a.currency
  `;
}

/** Organizations that have credit which has expired by a moment, up to `limit` of them. */
export async function selectOrganizationsWithExpired(
  tx: RootTx,
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await tx<{ organizationId: string }[]>`
    select distinct organization_id from (
      select organization_id from credit_lots where remaining_minor > 0 and expires_at <= ${now}
      order by expires_at limit ${limit}
    ) due
  `;
  return rows.map(({ organizationId }) => organizationId);
}

/** Up to `limit` accounts with credit that has expired by a moment. */
export function selectAccountsWithExpired(tx: Tx, now: Date, limit: number): Promise<CreditAccount[]> {
  return tx<CreditAccount[]>`
    select distinct a.entity_type, a.entity_id, a.currency
    from (
      select entity_id, currency from credit_lots
      where organization_id = ${tx.organizationId} and remaining_minor > 0 and expires_at <= ${now}
      order by expires_at limit ${limit}
    ) due
    join credit_accounts a on a.organization_id = ${tx.organizationId} and a.entity_id = due.entity_id
      and a.currency = due.currency
  `;
}
