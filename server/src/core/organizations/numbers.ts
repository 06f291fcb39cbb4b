// Human-readable numbers, counted per organization and kind: CUST-000001, CUST-000002, …
import { raiseNumber, takeNumbers } from '#core/organizations/organization-queries.ts';
import type { Scope } from '#core/scope.ts';

/** What is numbered: kind → the prefix of its numbers. */
export const numberPrefixes = {
  customer: 'CUST',
  company: 'COM',
  order: 'ORD',
  booking: 'BK',
  enquiry: 'ENQ',
} as const;

/** A kind of record that has numbers. */
export type NumberedKind = keyof typeof numberPrefixes;

interface Waiting {
  scope: Scope;
  resolve(number: number): void;
  reject(error: unknown): void;
}

// Requests of one organization that want a number while another's is being taken are served together by the next
// take: the counter's row is locked for one short statement, never for a whole create.
const waitingByCounter = new Map<string, Waiting[]>();

/**
 * The next number of a kind. Drawn in a transaction of its own, before the one that uses it: a number whose use fails
 * is skipped, never given twice.
 */
export function drawNumber(scope: Scope, kind: NumberedKind): Promise<string> {
  return new Promise<number>((resolve, reject) => {
    const counter = `${scope.organization.id} ${kind}`;
    const waiting = waitingByCounter.get(counter);
    if (waiting) {
      waiting.push({ scope, resolve, reject });
      return;
    }
    waitingByCounter.set(counter, [{ scope, resolve, reject }]);
    queueMicrotask(() => takeForWaiting(kind, counter));
  }).then((number) => formatNumber(kind, number));
}

/** Draws `count` numbers in a row, for imports. */
export async function drawNumbers(scope: Scope, kind: NumberedKind, count: number): Promise<string[]> {
  if (count === 0) return [];
  const first = await scope.writeApart((tx) => takeNumbers(tx, kind, count));
  return Array.from({ length: count }, (_, index) => formatNumber(kind, first + index));
}

/** Lets the counter of a kind go on after `number`, if it stands before it. */
export async function skipNumbers(scope: Scope, kind: NumberedKind, number: number): Promise<void> {
  await scope.writeApart((tx) => raiseNumber(tx, kind, number));
}

/** A number as people read it: the kind's prefix and at least six digits. */
export function formatNumber(kind: NumberedKind, number: number): string {
  return `${numberPrefixes[kind]}-${String(number).padStart(6, '0')}`;
}

/** The number that a search is for: `ORD-000042` for `ORD-000042`, `ord-42` or `42`; `undefined` for other words. */
export function numberSearched(kind: NumberedKind, search: string): string | undefined {
  const prefix = numberPrefixes[kind];
  const digits = new RegExp(`^(?:${prefix}-)?0*(\\d{1,12})$`, 'i').exec(search.trim())?.[1];
  return digits && formatNumber(kind, Number(digits));
}

async function takeForWaiting(kind: NumberedKind, counter: string): Promise<void> {
  const served = waitingByCounter.get(counter)!;
  waitingByCounter.set(counter, []);
  // The scope of one who is served now: who was served before may be in the middle of a transaction by this time.
  const { scope } = served[0]!;
  try {
    const first = await scope.writeApart((tx) => takeNumbers(tx, kind, served.length));
    for (const [index, { resolve }] of served.entries()) resolve(first + index);
  } catch (error) {
    for (const { reject } of served) reject(error);
  }
  if (waitingByCounter.get(counter)!.length > 0) takeForWaiting(kind, counter);
  else waitingByCounter.delete(counter);
}
