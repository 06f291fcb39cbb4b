// All SQL of idempotency answers.
import type { RootTx, Tx } from '#db/tx.ts';

/** What names a keyed request. */
export interface KeyedRequest {
  operation: string;
  key: string;
  /** SHA-256 of the body in canonical form. */
  fingerprint: Buffer;
}

/** An answer as it is stored. */
export interface SealedAnswer {
  status: number;
  /** The body, encrypted: answers hold tokens. */
  bodySealed: Buffer;
}

/** An answer as it is found. */
export interface FoundAnswer {
  status: number;
  /** None once the person whom it was about is erased. */
  bodySealed: Buffer | null;
  fingerprint: Buffer;
}

/** The answer under this key, with the fingerprint of the request it answered. */
export async function selectAnswer(
  tx: Tx,
  { operation, key }: KeyedRequest,
): Promise<FoundAnswer | undefined> {
  const rows = await tx<FoundAnswer[]>`
    select status, body_sealed, fingerprint from idempotency_answers
    where organization_id = ${tx.organizationId} and operation = ${operation} and key = ${key}
  `;
  return rows[0];
}

/**
 * Claims the key for this transaction; `false` when another request has answered under it. While another one's
 * transaction holds the key this waits for its end, at most `waitMs`.
 */
export async function claimKey(tx: Tx, request: KeyedRequest, now: Date, waitMs: number): Promise<boolean> {
  const [, rows] = await Promise.all([
    tx`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`,
    tx`
      insert into idempotency_answers (organization_id, operation, key, fingerprint, created_at)
      values (${tx.organizationId}, ${request.operation}, ${request.key}, ${request.fingerprint}, ${now})
      on conflict do nothing returning key
    `,
  ]);
  return rows.length > 0;
}

/** Stores the answer under a key this transaction has claimed. */
export async function storeAnswer(
  tx: Tx,
  { operation, key }: KeyedRequest,
  answer: SealedAnswer,
): Promise<void> {
  await tx`
    update idempotency_answers set status = ${answer.status}, body_sealed = ${answer.bodySealed}
    where organization_id = ${tx.organizationId} and operation = ${operation} and key = ${key}
  `;
}

/** The place of an answer among an organization's. */
export interface AnswerPlace {
  operation: string;
  key: string;
}

/** The next `count` stored answers after a place. */
export function selectAnswersAfter(
  tx: Tx,
  { operation, key }: AnswerPlace,
  count: number,
): Promise<(AnswerPlace & { bodySealed: Buffer })[]> {
  return tx<(AnswerPlace & { bodySealed: Buffer })[]>`
    select operation, key, body_sealed from idempotency_answers
    where organization_id = ${tx.organizationId} and (operation, key) > (${operation}, ${key})
      and body_sealed is not null
    order by operation, key limit ${count}
  `;
}

/** Removes the body of an answer. Its key stays taken. */
export async function deleteAnswerBody(tx: Tx, { operation, key }: AnswerPlace): Promise<void> {
  await tx`
    update idempotency_answers set body_sealed = null
    where organization_id = ${tx.organizationId} and operation = ${operation} and key = ${key}
  `;
}

/** Removes up to `limit` answers given before a moment, of all organizations, and returns how many. */
export async function deleteAnswersBefore(tx: RootTx, moment: Date, limit: number): Promise<number> {
  const rows = await tx`
    delete from idempotency_answers where ctid = any(array(
      select ctid from idempotency_answers where created_at < ${moment} order by created_at limit ${limit}
    )) returning key
  `;
  return rows.length;
}
