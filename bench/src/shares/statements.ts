// The statements behind the measured requests, as Frontdesk sends them: recorded from its own query functions, so that
// the bare limit runs the same SQL by construction.
import { emptyCustomer } from 'frontdesk/src/core/customers/customer.ts';
import { selectCustomers } from 'frontdesk/src/core/customers/customer-list-queries.ts';
import { findCustomerById, insertCustomer } from 'frontdesk/src/core/customers/customer-queries.ts';
import type { NewEvent } from 'frontdesk/src/core/events/event-queries.ts';
import { takeNumbers } from 'frontdesk/src/core/organizations/organization-queries.ts';
import type { Tx } from 'frontdesk/src/db/tx.ts';
import { newId } from 'frontdesk/src/kit/id.ts';
import { openRecorder } from '#bench/recorder.ts';
import { type BookingStatements, recordBookingStatements } from './booking-statements.ts';
import { type CreditStatements, recordCreditStatements } from './credit/credit-statements.ts';
import { recordSignInStatements, type SignInStatements } from './sign-in-statements.ts';

/** The text of each statement. */
export interface Statements extends SignInStatements, BookingStatements, CreditStatements {
  getCustomer: string;
  listCustomers: string;
  searchCustomers: string;
  takeNumbers: string;
  insertCustomer: string;
}

/** Runs each statement once, in a transaction that is rolled back, and returns their texts. */
export async function recordStatements(databaseUrl: string, organizationId: string): Promise<Statements> {
  const { tx, takeStatements, close } = await openRecorder(databaseUrl, organizationId);
  async function textsOf(work: () => Promise<unknown>): Promise<string[]> {
    takeStatements();
    await work();
    return takeStatements();
  }
  async function textOf(work: () => Promise<unknown>): Promise<string> {
    const [text, ...others] = await textsOf(work);
    if (!text || others.length > 0) throw new Error(`One statement was expected, not ${others.length + 1}.`);
    return text;
  }
  try {
    await tx`begin`;
    const [somebody] = await selectCustomers(tx, { count: 1 });
    return {
      getCustomer: await textOf(() => findCustomerById(tx, somebody!.id)),
      listCustomers: await textOf(() => selectCustomers(tx, { count: 51 })),
      searchCustomers: await textOf(() => selectCustomers(tx, { patterns: ['%anna%'], count: 51 })),
      takeNumbers: await textOf(() => takeNumbers(tx, 'customer', 1)),
      insertCustomer: await textOf(() => insertSomebody(tx)),
      ...(await recordSignInStatements(tx, textOf)),
      ...(await recordBookingStatements(tx, textOf)),
      ...(await recordCreditStatements(tx, somebody!.id, textsOf)),
    };
  } finally {
    await close();
  }
}

/** Stores a customer without anything, and its event. */
export function insertSomebody(tx: Tx): Promise<void> {
  const now = new Date();
  const customer = { ...emptyCustomer(tx.organizationId, now), customerNumber: `BENCH-${process.pid}` };
  const event: NewEvent = {
    id: newId(now),
    type: 'customer.created',
    recordId: customer.id,
    actorType: 'system',
    actorId: 'bench',
    actorName: 'Benchmark',
    dataJson: '{}',
    changesJson: undefined,
    createdAt: now,
  };
  return insertCustomer(tx, customer, event);
}
