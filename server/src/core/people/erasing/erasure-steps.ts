// What is erased of a person beside their own record, kind by kind and some rows at a time: each time is a transaction
// of its own, so that nobody waits for the orders of many years.
import { eraseAuditedValues } from '#core/audit/audit-queries.ts';
import { eraseStoredAnswers } from '#core/idempotency/idempotency.ts';
import { withdrawMails } from '#core/outgoing-mail/outgoing-mail.ts';
import { type ErasedPerson, marksOf } from '#core/people/erasing/erased-person.ts';
import {
  eraseAttendances,
  eraseEventsOf,
  eraseFromOtherEnquiries,
  eraseMentioningAudits,
  eraseMentioningEvents,
  type LookedThrough,
} from '#core/people/erasing/mention-queries.ts';
import {
  eraseBookings,
  eraseCreditNotes,
  eraseEnquiries,
  eraseOrders,
  eraseTasks,
  lockBookingsOf,
  lockEnquiriesOf,
  lockOrdersOf,
  lockTasksOf,
  type RecordPage,
  selectRecordsAmong,
} from '#core/people/erasing/named-record-queries.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';

/** Where a step begins. */
export const stepStart = '00000000-0000-0000-0000-000000000000';

/** Whom a step is about, and which rows it goes on with. */
export interface StepPage {
  person: ErasedPerson;
  /** The place after which they begin. */
  after: string;
  count: number;
}

/** Erases the next rows. Returns the place to go on after, `undefined` when there are no more. */
export type ErasureStep = (tx: Tx, scope: Scope, page: StepPage) => Promise<string | undefined>;

/** All steps, in the order of locks. Each can be repeated. */
export const erasureSteps: ErasureStep[] = [
  eraseOwnTraces,
  ofRecords(lockOrdersOf, (tx, ids, _person, now) => eraseOrders(tx, ids, now)),
  ofRecords(lockBookingsOf, (tx, ids, { customerId }, now) => eraseBookings(tx, ids, { customerId, now })),
  ofRecords(lockEnquiriesOf, (tx, ids, _person, now) => eraseEnquiries(tx, ids, now)),
  ofRecords(lockTasksOf, (tx, ids, _person, now) => eraseTasks(tx, ids, now)),
  eraseCredit,
  eraseFromOthers,
  ofMentions(eraseMentioningEvents),
  ofMentions(eraseMentioningAudits),
  eraseAnswers,
  eraseMails,
];

/** What happened to the customer, and to those who were merged into it. */
async function eraseOwnTraces(tx: Tx, _scope: Scope, { person }: StepPage): Promise<undefined> {
  const ids = [person.customerId, ...person.mergedIds];
  await eraseEventsOf(tx, ids);
  await eraseAuditedValues(tx, ids);
}

/** Records that `lock` finds, with what happened to them. */
function ofRecords(
  lock: (tx: Tx, page: RecordPage) => Promise<string[]>,
  erase: (tx: Tx, ids: string[], person: ErasedPerson, now: Date) => Promise<void>,
): ErasureStep {
  return async (tx, scope, { person, after, count }) => {
    const ids = await lock(tx, { customerId: person.customerId, after, count });
    if (ids.length === 0) return undefined;
    await erase(tx, ids, person, scope.clock.now());
    await eraseEventsOf(tx, ids);
    await eraseAuditedValues(tx, ids);
    return ids.length < count ? undefined : ids.at(-1);
  };
}

/** Rows that `erase` looks through, whatever they belong to. */
function ofMentions(erase: (tx: Tx, rows: LookedThrough) => Promise<string | undefined>): ErasureStep {
  return (tx, _scope, { person, ...page }) => erase(tx, { marks: marksOf(person), ...page });
}

async function eraseCredit(tx: Tx, _scope: Scope, { person, count }: StepPage): Promise<string | undefined> {
  const erased = await eraseCreditNotes(tx, person.customerId, count);
  return erased < count ? undefined : stepStart;
}

async function eraseFromOthers(tx: Tx, scope: Scope, { person }: StepPage): Promise<undefined> {
  await eraseAttendances(tx, person);
  await eraseFromOtherEnquiries(tx, person, scope.clock.now());
}

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Answers that are kept for retries, when they show the person or a record of theirs. */
function eraseAnswers(tx: Tx, scope: Scope, { person, after, count }: StepPage): Promise<string | undefined> {
  const marks = marksOf(person);
  return eraseStoredAnswers(tx, scope, { after, count }, async (body) => {
    if (marks.some((mark) => body.includes(mark))) return true;
    const ids = [...new Set(body.match(idPattern))];
    return ids.length > 0 && (await selectRecordsAmong(tx, person, ids)).length > 0;
  });
}

/** Mail that is not sent yet, to the person or about them. */
function eraseMails(tx: Tx, scope: Scope, { person, after, count }: StepPage): Promise<string | undefined> {
  const marks = marksOf(person);
  return withdrawMails(tx, scope, { after, count }, (message) => {
    const text = JSON.stringify(message);
    return marks.some((mark) => text.includes(mark));
  });
}
