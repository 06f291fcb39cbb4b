// The SQL that locks accounts of store credit and writes the ledger. What is only read is in credit-list-queries.ts.
import type {
  CreditAccount,
  CreditEntity,
  CreditEntityType,
  CreditEntry,
  CreditKey,
  CreditLot,
  LotUse,
  NamedHolder,
} from '#core/store-credit/credit-entry.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import { isUuid } from '#kit/id.ts';

/** An account whose row this transaction holds. */
export interface LockedAccount extends CreditAccount {
  /** The number of the customer or company. */
  entityNumber: string;
  balanceMinor: number;
  /** What is left of its expiring credit, in the order in which it is spent. */
  lots: CreditLot[];
}

/** Whose account in which currency, by record id or number. */
export interface NamedAccount extends NamedHolder {
  currency: string;
}

/** An entry with what it is known by to a repeated request. */
export interface KeptEntry {
  entry: CreditEntry;
  fingerprint: Buffer | undefined;
  /** The entry as it was answered, as JSON text. */
  answer: string | undefined;
}

/** Whoever is named by record id or number; as a query of `id` and `number`. */
export function entitiesNamed(tx: Tx, entityType: CreditEntityType, reference: string): SqlFragment {
  if (entityType === 'customer') {
    const column = isUuid(reference) ? tx`id` : tx`customer_number`;
    return tx`
      select id, customer_number as number from customers
      where organization_id = ${tx.organizationId} and ${column} = ${reference}
    `;
  }
  const column = isUuid(reference) ? tx`id` : tx`company_number`;
  return tx`
    select id, company_number as number from companies
    where organization_id = ${tx.organizationId} and ${column} = ${reference}
  `;
}

/** The account of whoever is named by record id or number, locked until the transaction ends. */
export async function lockAccount(tx: Tx, named: NamedAccount): Promise<LockedAccount | undefined> {
  // In one flight and in this order: a statement sees what was committed before it, so the lots are those of the lock.
  const locking = lockAccountRow(tx, named);
  const holder = tx`select id from (${entitiesNamed(tx, named.entityType, named.reference)}) named`;
  const [row, lots] = await Promise.all([locking, selectOpenLots(tx, holder, named.currency)]);
  return row && { ...row, lots };
}

/** The row of `lockAccount` by itself. */
async function lockAccountRow(
  tx: Tx,
  { entityType, reference, currency }: NamedAccount,
): Promise<Omit<LockedAccount, 'lots'> | undefined> {
  const rows = await tx<{ entityId: string; entityNumber: string; balanceMinor: number }[]>`
    select a.entity_id, named.number as entity_number, a.balance_minor
    from (${entitiesNamed(tx, entityType, reference)}) named
    join credit_accounts a on a.organization_id = ${tx.organizationId} and a.entity_id = named.id
      and a.currency = ${currency} and coalesce(a.customer_id, a.company_id) = a.entity_id
    for no key update of a
  `.execute();
  return rows[0] && { entityType, currency, ...rows[0] };
}

/**
 * The account of a customer who has been merged into another, locked until the transaction ends, and who that other is.
 * It stands empty, but what orders took from it comes back to it.
 */
export async function lockMergedAccount(
  tx: Tx,
  { entityId, currency }: { entityId: string; currency: string },
): Promise<(LockedAccount & { survivorId: string }) | undefined> {
  const locking = tx<{ entityNumber: string; balanceMinor: number; survivorId: string }[]>`
    select m.merged_customer_number as entity_number, a.balance_minor, a.customer_id as survivor_id
    from credit_accounts a
    join customer_merges m on m.organization_id = a.organization_id and m.merged_customer_id = a.entity_id
      and m.undone_at is null
    where a.organization_id = ${tx.organizationId} and a.entity_id = ${entityId} and a.currency = ${currency}
    for no key update of a
  `.execute();
  const [rows, lots] = await Promise.all([locking, selectOpenLots(tx, tx`${entityId}::uuid`, currency)]);
  return rows[0] && { entityType: 'customer', entityId, currency, ...rows[0], lots };
}

/** The currencies in which a customer has something, in their order. */
export async function selectFilledCurrencies(tx: Tx, customerId: string): Promise<string[]> {
  const rows = await tx<{ currency: string }[]>`
    select currency from credit_accounts
    where organization_id = ${tx.organizationId} and entity_id = ${customerId} and balance_minor > 0
    order by currency
  `;
  return rows.map(({ currency }) => currency);
}

/**
 * Opens the account of whoever is named, empty, unless it is open. The customer or company is locked first: its row is
 * what the link to it needs, and locks go from customers to accounts.
 */
export async function openAccount(tx: Tx, { entityType, reference, currency }: NamedAccount): Promise<void> {
  const link = entityType === 'customer' ? tx`customer_id` : tx`company_id`;
  // Sent at once, as the lock is that comes behind it in the same flight.
  await tx`
    insert into credit_accounts (organization_id, entity_id, currency, entity_type, ${link}, balance_minor)
    select ${tx.organizationId}::uuid, named.id, ${currency}, ${entityType}, named.id, 0
    from (${entitiesNamed(tx, entityType, reference)} for key share) named
    on conflict do nothing
  `.execute();
}

/** The entry that was made under a key. */
export async function findEntryByKey(tx: Tx, key: string): Promise<KeptEntry | undefined> {
  return findKept(tx, tx`idempotency_key = ${key}`);
}

/** The entry with this record id. */
export async function findEntryById(tx: Tx, id: string): Promise<CreditEntry | undefined> {
  return (await findKept(tx, tx`id = ${id}`))?.entry;
}

/** The entry that reverses this one. */
export async function findReversalOf(tx: Tx, id: string): Promise<CreditEntry | undefined> {
  return (await findKept(tx, tx`reverses_entry_id = ${id}`))?.entry;
}

/** What orders have paid with store credit and got back, oldest first. */
export async function selectEntriesOfOrder(tx: Tx, orderId: string): Promise<CreditEntry[]> {
  const rows = await tx<EntryRow[]>`
    ${entriesFrom(tx)} where organization_id = ${tx.organizationId} and order_id = ${orderId} order by id
  `;
  return rows.map((row) => toEntry(tx, row));
}

/** Stores an entry and the balance after it. Violates the unique indexes of keys and reversals. */
export async function insertEntry(
  tx: Tx,
  entry: CreditEntry,
  kept: (CreditKey & { answer: string }) | undefined,
): Promise<void> {
  const { createdBy } = entry;
  await tx`
    with account as (
      update credit_accounts set balance_minor = ${entry.balanceMinor}
      where organization_id = ${tx.organizationId} and entity_id = ${entry.entityId} and currency = ${entry.currency}
    )
    insert into credit_entries (organization_id, id, entity_id, currency, entity_type, entity_number, type, reason,
      amount_minor, balance_minor, note, order_id, reverses_entry_id, lot_uses, source, actor_type, actor_id,
      actor_name, expires_at, idempotency_key, fingerprint, answer, created_at)
    values (${tx.organizationId}, ${entry.id}, ${entry.entityId}, ${entry.currency}, ${entry.entityType},
      ${entry.entityNumber}, ${entry.type}, ${entry.reason}, ${entry.amountMinor}, ${entry.balanceMinor},
      ${entry.note}, ${entry.orderId}, ${entry.reversesEntryId}, ${usesJson(entry.lotUses)}::text::jsonb,
      ${entry.source}, ${createdBy.type}, ${createdBy.id}, ${createdBy.name}, ${entry.expiresAt}, ${kept?.key},
      ${kept?.fingerprint}, ${kept?.answer}::text::json, ${entry.createdAt})
  `;
}

/** Makes the lot of a credit entry that expires. */
export async function insertLot(tx: Tx, entry: CreditEntry & { expiresAt: Date }): Promise<void> {
  await tx`
    insert into credit_lots (organization_id, entry_id, entity_id, currency, remaining_minor, expires_at)
    values (${tx.organizationId}, ${entry.id}, ${entry.entityId}, ${entry.currency}, ${entry.amountMinor},
      ${entry.expiresAt})
  `;
}

/** Takes what was used from its lots. */
export async function takeLots(tx: Tx, uses: LotUse[]): Promise<void> {
  await tx`
    update credit_lots lot set remaining_minor = lot.remaining_minor - used."amountMinor"
    from json_to_recordset(${JSON.stringify(uses)}::text::json) as used ("entryId" uuid, "amountMinor" bigint)
    where lot.organization_id = ${tx.organizationId} and lot.entry_id = used."entryId"
  `;
}

/** Gives back to lots what was taken from them. What has expired by `now` is good until `extendedTo`. */
export async function refillLots(
  tx: Tx,
  uses: LotUse[],
  { now, extendedTo }: { now: Date; extendedTo: Date },
): Promise<void> {
  await tx`
    update credit_lots lot set remaining_minor = lot.remaining_minor + used."amountMinor",
      expires_at = case when lot.expires_at <= ${now} then ${extendedTo} else lot.expires_at end
    from json_to_recordset(${JSON.stringify(uses)}::text::json) as used ("entryId" uuid, "amountMinor" bigint)
    where lot.organization_id = ${tx.organizationId} and lot.entry_id = used."entryId"
  `;
}

/** A row of the ledger as `entriesFrom` reads it. */
export interface EntryRow extends CreditEntity {
  id: string;
  currency: string;
  entityNumber: string;
  type: CreditEntry['type'];
  reason: CreditEntry['reason'];
  amountMinor: number;
  balanceMinor: number;
  note: string | null;
  orderId: string | null;
  reversesEntryId: string | null;
  lotUses: LotUse[] | null;
  source: CreditEntry['source'];
  actorType: string;
  actorId: string;
  actorName: string;
  expiresAt: Date | null;
  createdAt: Date;
}

/** Reads entries of the ledger; a condition follows. */
export function entriesFrom(tx: Tx): SqlFragment {
  return tx`
    select id, entity_type, entity_id, currency, entity_number, type, reason, amount_minor, balance_minor, note,
      order_id, reverses_entry_id, lot_uses, source, actor_type, actor_id, actor_name, expires_at, created_at,
      fingerprint, answer::text as answer
    from credit_entries
  `;
}

/** The record of a row of the ledger. */
export function toEntry({ organizationId }: Tx, row: EntryRow): CreditEntry {
  return {
    id: row.id,
    organizationId,
    entityType: row.entityType,
    entityId: row.entityId,
    entityNumber: row.entityNumber,
    type: row.type,
    reason: row.reason,
    amountMinor: row.amountMinor,
    currency: row.currency,
    balanceMinor: row.balanceMinor,
    note: row.note ?? undefined,
    orderId: row.orderId ?? undefined,
    reversesEntryId: row.reversesEntryId ?? undefined,
    lotUses: row.lotUses ?? [],
    source: row.source,
    createdBy: { type: row.actorType, id: row.actorId, name: row.actorName },
    expiresAt: row.expiresAt ?? undefined,
    createdAt: row.createdAt,
  };
}

/** What is left of the expiring credit of a holder, who is a query or a value, in the order in which it is spent. */
function selectOpenLots(tx: Tx, holder: SqlFragment, currency: string): Promise<CreditLot[]> {
  return tx<CreditLot[]>`
    select entry_id, remaining_minor, expires_at from credit_lots
    where organization_id = ${tx.organizationId} and entity_id = (${holder}) and currency = ${currency}
      and remaining_minor > 0
    order by expires_at, entry_id
  `.execute();
}

function usesJson(uses: LotUse[]): string | undefined {
  return uses.length > 0 ? JSON.stringify(uses) : undefined;
}

async function findKept(tx: Tx, condition: SqlFragment): Promise<KeptEntry | undefined> {
  const [row] = await tx<(EntryRow & { fingerprint: Buffer | null; answer: string | null })[]>`
    ${entriesFrom(tx)} where organization_id = ${tx.organizationId} and ${condition}
  `;
  if (!row) return undefined;
  return {
    entry: toEntry(tx, row),
    fingerprint: row.fingerprint ?? undefined,
    answer: row.answer ?? undefined,
  };
}
