// The statements behind issuing store credit: lock and look the key up, then write entry, balance and event.
import { insertEvent } from 'frontdesk/src/core/events/event-queries.ts';
import type { CreditEntry } from 'frontdesk/src/core/store-credit/credit-entry.ts';
import { findEntryByKey, insertEntry, lockAccount } from 'frontdesk/src/core/store-credit/ledger-queries.ts';
import type { Tx } from 'frontdesk/src/db/tx.ts';
import { newId } from 'frontdesk/src/kit/id.ts';

/** The text of each statement. */
export interface CreditStatements {
  lockAccount: string;
  selectOpenLots: string;
  findEntryByKey: string;
  insertEntry: string;
  insertEvent: string;
}

/** Runs each statement in the open transaction, on the account of a customer that is open, and returns their texts. */
export async function recordCreditStatements(
  tx: Tx,
  entityId: string,
  textsOf: (work: () => Promise<unknown>) => Promise<string[]>,
): Promise<CreditStatements> {
  const createdAt = new Date();
  const id = newId(createdAt);
  const actor = { type: 'system', id: 'bench', name: 'Benchmark' } as const;
  const entry: CreditEntry = {
    ...{ id, organizationId: tx.organizationId, entityType: 'customer', entityId, entityNumber: 'BENCH' },
    ...{ type: 'credit', reason: 'issue', amountMinor: 1, currency: 'EUR', balanceMinor: 1, note: undefined },
    ...{ orderId: undefined, reversesEntryId: undefined, lotUses: [], source: 'api', createdBy: actor },
    ...{ expiresAt: undefined, createdAt },
  };
  const kept = { key: id, fingerprint: Buffer.alloc(32), answer: '{}' };
  const event = { id, type: 'store_credit.changed', recordId: entityId, dataJson: '{}', createdAt } as const;
  const by = { actorType: actor.type, actorId: actor.id, actorName: actor.name, changesJson: undefined };
  const named = { entityType: 'customer', reference: entityId, currency: 'EUR' } as const;
  const [lock, lots] = await textsOf(() => lockAccount(tx, named));
  const [find] = await textsOf(() => findEntryByKey(tx, id));
  const [insert] = await textsOf(() => insertEntry(tx, entry, kept));
  const [tell] = await textsOf(async () => {
    await insertEvent(tx, { ...event, ...by });
  });
  return {
    ...{ lockAccount: lock!, selectOpenLots: lots!, findEntryByKey: find!, insertEntry: insert! },
    insertEvent: tell!,
  };
}
