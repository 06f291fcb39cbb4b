// Sending and checking one-time codes: one mechanism for the hosted page, first-party sign-in and profile emails.
import { normalizeEmail } from '#core/contacts/email-address.ts';
import { sendMail } from '#core/outgoing-mail/outgoing-mail.ts';
import type { Scope } from '#core/scope.ts';
import {
  type CodePurpose,
  codeAttemptsMax,
  codeIntervalSeconds,
  codeMail,
  hashCode,
  makeCode,
  readCode,
} from '#core/sign-in/codes/one-time-code.ts';
import {
  type CodeReference,
  consumeCode,
  countAttempt,
  insertCode,
  lockAddress,
  selectLastSentAt,
} from '#core/sign-in/codes/one-time-code-queries.ts';
import type { Tx } from '#db/tx.ts';
import { Fault, invalidField } from '#kit/fault.ts';
import { equalDigests } from '#kit/hash.ts';
import { newId } from '#kit/id.ts';

/** Who wants a code or answers one. */
export interface CodeRequest {
  purpose: CodePurpose;
  /** As typed. */
  email: string;
  /** What the code is bound to: the interaction, the account, or empty. */
  binding: string;
  /** Address the request came from. */
  ip: string;
}

const hour = 3600;

/**
 * Mails a new code; older ones of this purpose and address are void from now on. Throws `invalid_field` for text that
 * is no address, `rate_limited` within a minute of the last code and past the limits per address and sender. Whether
 * the address is known makes no difference. Source: decisions 0007.
 */
export async function sendCode(
  scope: Scope,
  request: CodeRequest,
): Promise<{ email: string; expiresAt: Date }> {
  const email = normalizeEmail(request.email);
  if (!email) throw invalidField('email', 'must be an email address, like jane@example.com.');
  await limit(scope, `code-send-ip:${request.ip}`, 30, hour, 'Too many codes were asked for from here.');

  const minutes = scope.organization.codeMinutes;
  const createdAt = scope.clock.now();
  const expiresAt = new Date(createdAt.getTime() + minutes * 60_000);
  const code = makeCode();
  const id = newId(createdAt);
  await scope.read((tx) => checkInterval(tx, email, createdAt));
  await limit(scope, `code-send:${email}`, 5, hour, 'Too many codes were sent to this address.');
  await scope.write(async (tx) => {
    await lockAddress(tx, email);
    await checkInterval(tx, email, createdAt);
    const codeHash = hashCode(scope.tools.pepper, id, code);
    const { purpose, binding } = request;
    const attempts = 0;
    const consumedAt = undefined;
    await insertCode(tx, {
      id,
      purpose,
      email,
      binding,
      codeHash,
      attempts,
      createdAt,
      expiresAt,
      consumedAt,
    });
    const mail = codeMail(scope.organization, { to: email, code, purpose, minutes });
    await sendMail(tx, scope, mail, minutes * 60_000);
  });
  return { email, expiresAt };
}

/**
 * Checks a code and, if it is right, uses it up and runs `then` in the same transaction: whoever loses the answer has
 * lost the code, and nothing is half done. Throws `code_invalid`, `code_expired`, and `rate_limited` past 20 tries an
 * hour at one address, whatever the session or sender.
 */
export async function redeemCode<T>(
  scope: Scope,
  request: CodeRequest,
  typed: string,
  then: (tx: Tx, email: string) => Promise<T>,
): Promise<T> {
  const email = normalizeEmail(request.email);
  if (!email) throw invalidField('email', 'must be an email address, like jane@example.com.');
  const code = readCode(typed);
  if (!code) throw wrongCode('The code has six digits.');
  await limit(scope, `code-verify:${email}`, 20, hour, 'Too many codes were tried for this address.');

  const id = await checkCode(scope, { purpose: request.purpose, email, binding: request.binding }, code);
  return scope.write(async (tx) => {
    if (!(await consumeCode(tx, id, scope.clock.now())))
      throw wrongCode('This code was used already. Ask for a new one.');
    return then(tx, email);
  });
}

/** The id of the code that was right. The attempt is committed whatever comes of it. */
async function checkCode(scope: Scope, reference: CodeReference, code: string): Promise<string> {
  const sent = await scope.writeApart((tx) => countAttempt(tx, reference));
  if (!sent) throw wrongCode('The code is not right. Ask for a new one if you have none.');
  if (sent.attempts > codeAttemptsMax) throw wrongCode('The code was tried too often. Ask for a new one.');
  const right = equalDigests(sent.codeHash, hashCode(scope.tools.pepper, sent.id, code));
  if (!right) {
    const left = codeAttemptsMax - sent.attempts;
    throw wrongCode(
      left > 0
        ? `The code is not right. You have ${left} ${left === 1 ? 'try' : 'tries'} left.`
        : 'The code was tried too often. Ask for a new one.',
    );
  }
  if (sent.consumedAt) throw wrongCode('This code was used already. Ask for a new one.');
  if (sent.expiresAt <= scope.clock.now()) {
    throw new Fault('invalid', 'code_expired', 'The code has expired. Ask for a new one.', {
      details: [{ path: 'otp', code: 'code_expired', message: 'has expired.' }],
    });
  }
  return sent.id;
}

async function checkInterval(tx: Tx, email: string, now: Date): Promise<void> {
  const lastSentAt = await selectLastSentAt(tx, email);
  if (!lastSentAt) return;
  const waitSeconds = Math.ceil(codeIntervalSeconds - (now.getTime() - lastSentAt.getTime()) / 1000);
  if (waitSeconds > 0)
    throw tooMany(`A code was sent just now. Ask again in ${waitSeconds} seconds.`, waitSeconds);
}

async function limit(scope: Scope, subject: string, count: number, windowSeconds: number, sentence: string) {
  const standing = await scope.tools.limiter.take(scope.organization.id, {
    subject,
    limit: count,
    windowSeconds,
  });
  if (standing.allowed) return;
  const minutes = Math.ceil(standing.resetSeconds / 60);
  throw tooMany(
    `${sentence} Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    standing.resetSeconds,
  );
}

function tooMany(sentence: string, retryAfterSeconds: number): Fault {
  return new Fault('limited', 'rate_limited', sentence, { retryAfterSeconds });
}

function wrongCode(sentence: string): Fault {
  return new Fault('invalid', 'code_invalid', sentence, {
    details: [{ path: 'otp', code: 'code_invalid', message: sentence }],
  });
}
