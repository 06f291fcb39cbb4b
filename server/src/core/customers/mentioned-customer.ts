// The customer that another record names by an email address: found, or made together with the record.
import type { Customer } from '#core/customers/customer.ts';
import { emptyCustomer } from '#core/customers/customer.ts';
import { withChanges } from '#core/customers/customer-changes.ts';
import { skipTakenNumbers } from '#core/customers/customer-numbers.ts';
import { findCustomerByEmail, insertCustomer } from '#core/customers/customer-queries.ts';
import { eventOf } from '#core/events/events.ts';
import { drawNumber } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import { type FaultDetail, invalidFields } from '#kit/fault.ts';

/** What is said of a customer in the body of another record. */
export interface CustomerMention {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | undefined;
  /** Where a record that is made comes from. Default `admin`. */
  source?: string | undefined;
}

/** The customer that was found, or the one that is stored with the record that names it. */
export interface MentionedCustomer {
  customer: Customer;
  isNew: boolean;
}

/**
 * The customer with the mentioned email, unchanged, or a new one that `storeMentioned` stores. To be called before the
 * transaction. `path` is where the mention stands in the body. Throws `invalid_field`.
 */
export async function findOrPrepareCustomer(
  scope: Scope,
  mention: CustomerMention,
  path: string,
): Promise<MentionedCustomer> {
  const problems: FaultDetail[] = [];
  const { firstName, lastName, email, phone, source } = mention;
  const customer = withChanges(
    emptyCustomer(scope.organization.id, scope.clock.now()),
    { firstName, lastName, emails: [{ address: email }], phones: phone ? [{ number: phone }] : [], source },
    scope.organization.countryCode,
    problems,
  );
  if (problems.length > 0) throw invalidFields(problems.map((problem) => asMentioned(problem, path)));
  const found = await scope.read((tx) => findCustomerByEmail(tx, customer.emails[0]!.address));
  if (found) return { customer: found, isNew: false };
  const customerNumber = await drawNumber(scope, 'customer');
  return { customer: { ...customer, customerNumber, isGuest: true }, isNew: true };
}

/** Stores a mentioned customer who is new, with its event, inside the caller's transaction. */
export async function storeMentioned(
  tx: Tx,
  scope: Scope,
  { customer, isNew }: MentionedCustomer,
): Promise<void> {
  if (!isNew) return;
  await insertCustomer(tx, customer, eventOf(scope, 'customer.created', customer));
  scope.tools.eventRecorded();
}

/**
 * Whether a failed transaction may be tried once more, from `findOrPrepareCustomer` on: somebody else has made a
 * customer with the same email in the meantime, or the number that was drawn had been given by hand.
 */
export async function isWorthPreparingAnew(
  scope: Scope,
  error: unknown,
  mentioned: MentionedCustomer | undefined,
): Promise<boolean> {
  if (!mentioned?.isNew) return false;
  const constraint = violatedConstraint(error);
  if (constraint === 'customer_emails_organization_id_address_key') return true;
  if (constraint !== 'customers_organization_id_customer_number_key') return false;
  await skipTakenNumbers(scope, mentioned.customer.customerNumber);
  return true;
}

/** A problem of a customer's fields, told of the fields of a mention. */
function asMentioned(problem: FaultDetail, path: string): FaultDetail {
  const field = problem.path
    .replace(/^emails\[0\]\.address$/, 'email')
    .replace(/^phones\[0\]\.number$/, 'phone');
  return { ...problem, path: `${path}.${field}` };
}
