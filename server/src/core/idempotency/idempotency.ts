// Keyed requests: a POST with an Idempotency-Key takes effect once, and its retries get its answer again.
import {
  claimKey,
  deleteAnswerBody,
  deleteAnswersBefore,
  type FoundAnswer,
  type KeyedRequest,
  selectAnswer,
  selectAnswersAfter,
  storeAnswer,
} from '#core/idempotency/idempotency-queries.ts';
import type { Scope } from '#core/scope.ts';
import { isLockTimeout, type OpenTransaction, type RootDb, type Tx } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';
import { Fault } from '#kit/fault.ts';
import { equalDigests } from '#kit/hash.ts';

/** An answer as it went out: HTTP status and the body's text. */
export interface StoredAnswer {
  status: number;
  body: string;
}

const sealPurpose = 'idempotency-answer';
/** How long an answer is repeated. Source: decisions: docs/decisions/0004. */
const keptMs = 24 * 3_600_000;
/** How long a second request waits for the first under the same key. */
const waitForFirstMs = 5_000;

/**
 * Answers a keyed request: `run` takes effect at most once, its answer is committed in the same transaction as what
 * it did, and a repeated request gets that answer with `replayed`. A failure commits and stores nothing.
 *
 * `run` gets a scope whose first `write` opens the transaction that stays open until `run` has returned, so what it
 * does before that (fetching a photo, say) holds no connection. Throws `idempotency_key_reused` when the key came with
 * another body, `idempotency_in_progress` when the first request is still running after 5 s, `answer_erased` when the
 * answer went with the person it was about.
 */
export async function answerOnce(
  scope: Scope,
  request: KeyedRequest,
  run: (scope: Scope) => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  const earlier = await scope.read((tx) => selectAnswer(tx, request));
  if (earlier) return replay(scope, earlier, request);

  const joined = joinTransaction(scope, request);
  try {
    const answer = await run(joined.scope);
    await joined.finish(answer);
    return { ...answer, replayed: false };
  } catch (error) {
    await joined.abandon();
    if (!(error instanceof KeyTaken)) throw error;
  }
  const first = await scope.read((tx) => selectAnswer(tx, request));
  if (!first) throw inProgress();
  return replay(scope, first, request);
}

/** Forgets up to `limit` answers given more than a day ago, of all organizations, and returns how many. */
export function removeOldAnswers(db: RootDb, clock: Clock, limit: number): Promise<number> {
  const moment = new Date(clock.now().getTime() - keptMs);
  return db.root((tx) => deleteAnswersBefore(tx, moment, limit));
}

/**
 * Removes the bodies of an organization's stored answers that are about somebody who is erased, inside the caller's
 * transaction; their keys stay taken, so that nothing is done twice. Looks through the next `count` after a place, and
 * returns the place to go on after, `undefined` at the end.
 */
export async function eraseStoredAnswers(
  tx: Tx,
  scope: Scope,
  { after, count }: { after: string; count: number },
  isAboutThem: (body: string) => Promise<boolean>,
): Promise<string | undefined> {
  const [operation, key] = after.split(' ');
  const answers = await selectAnswersAfter(tx, { operation: operation!, key: key ?? '' }, count);
  for (const answer of answers) {
    const body = scope.tools.secrets.open(sealPurpose, answer.bodySealed).toString();
    if (await isAboutThem(body)) await deleteAnswerBody(tx, answer);
  }
  const last = answers.at(-1);
  return last && answers.length === count ? `${last.operation} ${last.key}` : undefined;
}

class KeyTaken extends Error {}

function joinTransaction(scope: Scope, request: KeyedRequest) {
  let opening: Promise<OpenTransaction> | undefined;
  let hasWritten = false;
  let hasLostWrite = false;

  async function openClaimed(): Promise<OpenTransaction> {
    const transaction = await scope.open();
    try {
      const claimed = await claimKey(transaction.tx, request, scope.clock.now(), waitForFirstMs);
      if (!claimed) throw new KeyTaken();
      return transaction;
    } catch (error) {
      await transaction.rollback();
      throw isLockTimeout(error) ? inProgress() : error;
    }
  }
  async function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    opening ??= openClaimed();
    const transaction = await opening;
    try {
      return await work(transaction.tx);
    } catch (error) {
      // Nothing of a failed write stays, so the operation may look what was in its way and write anew.
      hasLostWrite = hasWritten;
      opening = undefined;
      await transaction.rollback();
      throw error;
    }
  }
  async function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await inTransaction(work);
    hasWritten = true;
    return result;
  }
  const joinedScope: Scope = {
    ...scope,
    write,
    writeOne: write,
    read: (work) => (opening ? inTransaction(work) : scope.read(work)),
    writeApart(work) {
      if (opening) throw new Error('writeApart must come before the write of a keyed request.');
      return scope.writeApart(work);
    },
  };
  return {
    scope: joinedScope,
    async finish(answer: StoredAnswer) {
      if (hasLostWrite)
        throw new Error('A keyed operation lost an earlier write with a failed one: write once.');
      if (!opening) return;
      const { tx, commit } = await opening;
      const bodySealed = scope.tools.secrets.seal(sealPurpose, Buffer.from(answer.body));
      await storeAnswer(tx, request, { status: answer.status, bodySealed });
      await commit();
    },
    async abandon() {
      const transaction = await opening?.catch(() => undefined);
      await transaction?.rollback();
    },
  };
}

function replay(scope: Scope, answer: FoundAnswer, request: KeyedRequest) {
  if (!equalDigests(answer.fingerprint, request.fingerprint)) {
    throw new Fault(
      'conflict',
      'idempotency_key_reused',
      'This Idempotency-Key was used with another request; use a new key for a new request.',
    );
  }
  if (!answer.bodySealed) throw answerErased();
  const body = scope.tools.secrets.open(sealPurpose, answer.bodySealed).toString();
  return { status: answer.status, body, replayed: true };
}

function answerErased(): Fault {
  return new Fault(
    'conflict',
    'answer_erased',
    'This request took effect; its answer was erased with the person it was about.',
  );
}

function inProgress(): Fault {
  return new Fault(
    'conflict',
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still running; try again in a few seconds.',
    { retryAfterSeconds: 5 },
  );
}
