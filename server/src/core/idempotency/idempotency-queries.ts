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

/** The answer under this key, with the fingerprint of the request it answered. */
export async function selectAnswer(
  tx: Tx,
  { operation, key }: KeyedRequest,
): Promise<(SealedAnswer & { fingerprint: Buffer }) | undefined> {
  const rows = await tx<(SealedAnswer & { fingerprint: Buffer })[]>`
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

/** Removes up to `limit` answers given before a moment, of all organizations, and returns how many. */
export async function deleteAnswersBefore(tx: RootTx, moment: Date, limit: number): Promise<number> {
  const rows = await tx`
    delete from idempotency_answers where ctid = any(array(
      select ctid from idempotency_answers where created_at < ${moment} order by created_at limit ${limit}
    )) returning key
  `;
  return rows.length;
}
