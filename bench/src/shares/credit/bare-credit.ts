// The bare limit of issuing store credit: the same lock, look-up and inserts in one transaction, sent in as few flights
// as there can be, and the same JSON. It knows that the account is open, and checks neither amount nor balance.
import { fingerprintOf } from 'frontdesk/src/core/store-credit/credit-entry.ts';
import { newId } from 'frontdesk/src/kit/id.ts';
import type postgres from 'postgres';
import type { Statements } from '#bench/shares/statements.ts';

/** What the bare server knows beforehand. */
export interface BareCreditSettings {
  sql: postgres.Sql;
  statements: Statements;
  organizationId: string;
}

interface AccountRow {
  entity_id: string;
  entity_number: string;
  balance_minor: number;
}

interface KeptRow {
  answer: string;
  created_at: Date;
}

/** Issues what the text of a request asks for, once for a key; returns the text of the answer. */
export async function bareIssue(
  { sql, statements, organizationId }: BareCreditSettings,
  { customerId, key, text }: { customerId: string; key: string; text: string },
): Promise<string> {
  const { amount, currency } = JSON.parse(text);
  const on = await sql.reserve();
  const send = <Row>(statement: string, values: unknown[]) =>
    on.unsafe(statement, values as never[], { prepare: true }) as unknown as Promise<Row[]>;
  const [, [account], , [kept]] = await Promise.all([
    on`begin`,
    send<AccountRow>(statements.lockAccount, [organizationId, customerId, organizationId, currency]),
    send(statements.selectOpenLots, [organizationId, organizationId, customerId, currency]),
    send<KeptRow>(statements.findEntryByKey, [organizationId, key]),
  ]);
  if (kept) {
    await on`commit`;
    on.release();
    return answerOf(kept.answer, kept.created_at);
  }
  const now = new Date();
  const [id, amountMinor] = [newId(now), Math.round(amount * 100)];
  const { entity_id: entityId, entity_number: number } = account!;
  const balanceMinor = account!.balance_minor + amountMinor;
  const data = JSON.stringify({
    ...{ id, entityType: 'customer', customerId: entityId, customerNumber: number, type: 'credit' },
    ...{ reason: 'issue', amount, currency, balance: balanceMinor / 100, source: 'api' },
    ...{ createdBy: { type: 'system', id: 'bare', name: 'Bare' }, createdAt: now },
  });
  const fingerprint = fingerprintOf('issue', amountMinor, currency, undefined, undefined);
  const by = ['system', 'bare', 'Bare'];
  await Promise.all([
    send(statements.insertEntry, [
      ...[
        balanceMinor,
        organizationId,
        entityId,
        currency,
        organizationId,
        id,
        entityId,
        currency,
        'customer',
      ],
      ...[
        number,
        'credit',
        'issue',
        amountMinor,
        balanceMinor,
        null,
        null,
        null,
        null,
        'api',
        ...by,
        null,
        key,
      ],
      ...[fingerprint, data, now],
    ]),
    send(statements.insertEvent, [
      ...[
        organizationId,
        newId(now),
        'store_credit.changed',
        entityId,
        'system',
        'bare',
        data,
        now,
        'Bare',
        null,
      ],
    ]),
    on`commit`,
  ]);
  on.release();
  return answerOf(data, now);
}

function answerOf(data: string, createdAt: Date): string {
  return `{"success":true,"data":${data},"timestamp":"${createdAt.toISOString()}"}`;
}
