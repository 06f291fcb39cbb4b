// Erasing a person: everything that tells who they were goes, and the books stay.
import { eraseAuditedValues } from '#core/audit/audit-queries.ts';
import type { Customer } from '#core/customers/customer.ts';
import { detachPhoto } from '#core/customers/customer-photo.ts';
import { lockCustomer, updateCustomerRow } from '#core/customers/customer-queries.ts';
import { getCustomer } from '#core/customers/customers.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { lockAround } from '#core/people/customer-merge-queries.ts';
import {
  eraseBookings,
  eraseEnquiries,
  eraseEvents,
  eraseMerges,
  eraseOrders,
  eraseTasksAndRoles,
  removeSignIn,
  selectPerson,
  selectRecordsOfPerson,
} from '#core/people/erasure-queries.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { invalidField, missing } from '#kit/fault.ts';

/**
 * Erases the person behind the customer named by record id or number, and of all who were merged into it, in one
 * transaction: names, addresses, photo, values, sign-in, and what was written by and about them. Orders, bookings,
 * enquiries and store credit stay, under the customer's number. `customerNumber` must be that number, so that nobody is
 * erased by mistake. It can't be undone. Throws `not_found`, `invalid_field` (G-156, decisions 0018).
 */
export async function eraseCustomer(
  scope: Scope,
  reference: string,
  { customerNumber }: { customerNumber: string },
): Promise<Customer> {
  const known = await getCustomer(scope, reference);
  if (known.customerNumber !== customerNumber) {
    throw invalidField('customerNumber', 'must be the number of the customer who is to be erased.');
  }
  const { erased, sessionIds } = await scope.write((tx) => eraseLocked(tx, scope, known.id));
  for (const id of sessionIds) scope.tools.sessionEnded(id);
  return erased;
}

async function eraseLocked(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<{ erased: Customer; sessionIds: string[] }> {
  await lockAround(tx, [id]);
  const customer = await lockCustomer(tx, id);
  if (!customer) throw missing('The customer');
  const now = scope.clock.now();
  const person = await selectPerson(tx, id);
  const recordIds = await selectRecordsOfPerson(tx, person);
  const erased = withoutPerson(customer, now);
  await updateCustomerRow(tx, erased, new Set(['emails', 'phones', 'parameterValues'] as const));
  for (const fileId of person.photoFileIds) await detachPhoto(tx, scope, fileId);
  await eraseOrders(tx, person, now);
  await eraseBookings(tx, person, now);
  await eraseEnquiries(tx, person, now);
  await eraseTasksAndRoles(tx, person, now);
  await eraseMerges(tx, person);
  const sessionIds = await removeSignIn(tx, person);
  await eraseEvents(tx, recordIds);
  await eraseAuditedValues(tx, recordIds);
  await recordEvent(tx, scope, eventOf(scope, 'customer.erased', erased));
  return { erased, sessionIds };
}

/** What is left of a customer's record: number, source, totals and times. */
function withoutPerson(customer: Customer, now: Date): Customer {
  return {
    ...customer,
    firstName: undefined,
    lastName: undefined,
    displayName: undefined,
    emails: [],
    phones: [],
    photoFileId: undefined,
    status: 'inactive',
    marketingOptIn: false,
    smsOptIn: false,
    parameterValues: {},
    version: customer.version + 1,
    updatedAt: now,
  };
}
