// Storing a new customer under a number of its own, and telling which of a customer's unique values another one has.

import { normalizeEmail } from '#core/contacts/email-address.ts';
import type { Customer } from '#core/customers/customer.ts';
import type { CustomerChanges } from '#core/customers/customer-changes.ts';
import { insertCustomer, selectEndOfNumberRun, selectTakenEmails } from '#core/customers/customer-queries.ts';
import { eventOf } from '#core/events/events.ts';
import { drawNumber, numberPrefixes, skipNumbers } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import { invalidField } from '#kit/fault.ts';

const numberConstraint = 'customers_organization_id_customer_number_key';
const emailConstraint = 'customer_emails_organization_id_address_key';

/** What else happens in the transaction that stores a new customer. */
export interface InsertSteps {
  /** Finishes the record. */
  complete?(tx: Tx, numbered: Customer): Promise<Customer>;
  /** Runs when the customer is stored. */
  stored?(tx: Tx, customer: Customer): Promise<void>;
}

/**
 * Stores a new customer with its event, under the number it has or else the next free one. Throws `number_in_use`,
 * `email_in_use`.
 */
export async function insertNumbered(
  scope: Scope,
  customer: Customer,
  steps: InsertSteps,
): Promise<Customer> {
  const given = customer.customerNumber !== '';
  const customerNumber = given ? customer.customerNumber : await drawNumber(scope, 'customer');
  try {
    const store = steps.complete || steps.stored ? scope.write : scope.writeOne;
    return await store(async (tx) => {
      const numbered = { ...customer, customerNumber };
      const completed = (await steps.complete?.(tx, numbered)) ?? numbered;
      await insertCustomer(tx, completed, eventOf(scope, 'customer.created', completed));
      await steps.stored?.(tx, completed);
      scope.tools.eventRecorded();
      return completed;
    });
  } catch (error) {
    if (given || violatedConstraint(error) !== numberConstraint) {
      throw await customerConflict(scope, error, customer, customer.id);
    }
    // Somebody gave out this number by hand, and perhaps a run of them: go on after the run.
    await skipTakenNumbers(scope, customerNumber);
    return insertNumbered(scope, customer, steps);
  }
}

/** The error a caller is told when a write ran into another customer's number or address; otherwise the error itself. */
export async function customerConflict(
  scope: Scope,
  error: unknown,
  changes: CustomerChanges,
  ownId: string,
): Promise<unknown> {
  const constraint = violatedConstraint(error);
  if (constraint === numberConstraint) {
    return invalidField('customerNumber', 'is the number of another customer.', 'number_in_use');
  }
  if (constraint !== emailConstraint) return error;
  const addresses = (changes.emails ?? []).map(({ address }) => normalizeEmail(address) ?? '');
  const taken = await scope.read((tx) => selectTakenEmails(tx, addresses, ownId));
  const place = Math.max(
    0,
    addresses.findIndex((address) => taken.includes(address)),
  );
  return invalidField(`emails[${place}].address`, 'belongs to another customer.', 'email_in_use');
}

/** Lets the numbers go on after the run of taken ones that starts with `customerNumber`. */
export async function skipTakenNumbers(scope: Scope, customerNumber: string): Promise<void> {
  const lastTaken = await scope.read((tx) => selectEndOfNumberRun(tx, customerNumber));
  await skipNumbers(scope, 'customer', Number(lastTaken.slice(numberPrefixes.customer.length + 1)));
}
