// Erasing a person: everything that tells who they were goes, and the books stay.
import { recordRelinkedCompanies } from '#core/companies/relinked-companies.ts';
import type { Customer } from '#core/customers/customer.ts';
import { detachPhoto } from '#core/customers/customer-photo.ts';
import { lockCustomer, updateCustomerRow } from '#core/customers/customer-queries.ts';
import { getCustomer } from '#core/customers/customers.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { lockAround } from '#core/people/customer-merge-queries.ts';
import { type ErasedPerson, joined, openPerson, sealPerson } from '#core/people/erasing/erased-person.ts';
import {
  endErasure,
  eraseMerges,
  findErasure,
  leaveCompanies,
  removeSignIn,
  selectPerson,
  storeErasure,
} from '#core/people/erasing/erasure-queries.ts';
import { erasureSteps, type StepPage, stepStart } from '#core/people/erasing/erasure-steps.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { invalidField, missing } from '#kit/fault.ts';

/** How many rows are erased, or looked through, in one transaction. */
const togetherMax = 500;

/**
 * Erases the person behind the customer named by record id or number, and of all who were merged into it: names,
 * addresses, photo, values, sign-in, and what was written by and about them, wherever it is. Orders, bookings, enquiries
 * and store credit stay, under the customer's number. `customerNumber` must be that number, so that nobody is erased by
 * mistake. It can't be undone, and can be repeated.
 *
 * The customer's own record goes in one transaction, with the sign-in; the rest follows in many small ones, all before
 * this returns. What a killed process has left is finished by `finishErasures`. Throws `not_found`, `invalid_field`
 * (G-156, G-190, decisions 0018).
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
  const { erased, person, sessionIds } = await scope.write((tx) => eraseRecord(tx, scope, known.id));
  for (const id of sessionIds) scope.tools.sessionEnded(id);
  await eraseTheRest(scope, person);
  return erased;
}

/** Goes on with the erasure of a customer that has begun, to its end. */
export async function finishErasure(scope: Scope, customerId: string): Promise<void> {
  const sealed = await scope.read((tx) => findErasure(tx, customerId));
  if (sealed) await eraseTheRest(scope, openPerson(scope.tools.secrets, sealed));
}

async function eraseTheRest(scope: Scope, person: ErasedPerson): Promise<void> {
  for (const step of erasureSteps) {
    for (let after: string | undefined = stepStart; after !== undefined; ) {
      const at: StepPage = { person, after, count: togetherMax };
      after = await scope.write((tx) => step(tx, scope, at));
    }
  }
  await scope.write((tx) => endErasure(tx, person.customerId));
}

interface ErasedRecord {
  erased: Customer;
  person: ErasedPerson;
  sessionIds: string[];
}

async function eraseRecord(tx: Tx, scope: Scope, id: string): Promise<ErasedRecord> {
  const { companies } = await lockAround(tx, [id]);
  const customer = await lockCustomer(tx, id);
  if (!customer) throw missing('The customer');
  const now = scope.clock.now();
  const { secrets } = scope.tools;
  const { person: found, photoFileIds } = await selectPerson(tx, id);
  const begun = await findErasure(tx, id);
  const person = begun ? joined(found, openPerson(secrets, begun)) : found;
  await storeErasure(tx, { customerId: id, personSealed: sealPerson(secrets, person), startedAt: now });
  const erased = withoutPerson(customer, now);
  await updateCustomerRow(tx, erased, new Set(['emails', 'phones', 'parameterValues'] as const));
  for (const fileId of photoFileIds) await detachPhoto(tx, scope, fileId);
  await leaveCompanies(tx, person);
  await recordRelinkedCompanies(tx, scope, companies);
  await eraseMerges(tx, person);
  const sessionIds = await removeSignIn(tx, person);
  await recordEvent(tx, scope, eventOf(scope, 'customer.erased', erased));
  return { erased, person, sessionIds };
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
