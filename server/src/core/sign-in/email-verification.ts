// Adding an email address to the own profile, by proving it with a code.
// Source: Spec, A, POST /profile/email-verification/send and /verify.
import { normalizeEmail } from '#core/contacts/email-address.ts';
import { type Customer, customerEmailsMax } from '#core/customers/customer.ts';
import { customerConflict } from '#core/customers/customer-numbers.ts';
import { findCustomerById } from '#core/customers/customer-queries.ts';
import { applyCustomerUpdate } from '#core/customers/customers.ts';
import { getOwnProfile, noteActivity } from '#core/customers/own-profile.ts';
import { joinProvenGuest } from '#core/people/guests.ts';
import type { Scope } from '#core/scope.ts';
import { redeemCode, sendCode } from '#core/sign-in/codes/one-time-codes.ts';
import { Fault, invalidField } from '#kit/fault.ts';

/** Who proves which address. */
export interface EmailProof {
  accountId: string;
  /** As typed. */
  email: string;
  /** Address the request came from. */
  ip: string;
}

/**
 * Mails a code to an address that is to join the own profile. Whether another customer has the address is told only to
 * who proves it. Throws `no_profile`, `email_in_use` for an own address, `email_limit_reached`, `rate_limited`.
 */
export async function sendEmailVerification(
  scope: Scope,
  { accountId, email, ip }: EmailProof,
): Promise<void> {
  const customer = await ownCustomer(scope, accountId);
  checkRoom(customer, email);
  await sendCode(scope, { purpose: 'profile_email', email, binding: accountId, ip });
}

/**
 * Adds the proven address to the own profile, with the orders, bookings and enquiries that a guest made under it (G-154).
 * Throws what sending throws, `code_invalid` and `code_expired`.
 */
export async function verifyEmail(
  scope: Scope,
  { accountId, email, ip }: EmailProof,
  code: string,
): Promise<{ email: string; customer: Customer }> {
  const { id } = await ownCustomer(scope, accountId);
  const proof = { purpose: 'profile_email' as const, email, binding: accountId, ip };
  try {
    return await redeemCode(scope, proof, code, async (tx, address) => {
      const customer = (await findCustomerById(tx, id))!;
      checkRoom(customer, address);
      const joined = await joinProvenGuest(tx, scope, id, address);
      await noteActivity(tx, scope, id);
      if (joined) return { email: address, customer: joined };
      const isPrimary = customer.emails.length === 0;
      const emails = [...customer.emails, { address, isPrimary }];
      return { email: address, customer: await applyCustomerUpdate(tx, scope, id, { emails }) };
    });
  } catch (error) {
    const conflict = await customerConflict(scope, error, { emails: [{ address: email }] }, id);
    if (conflict === error) throw error;
    throw invalidField('email', 'belongs to another profile.', 'email_in_use');
  }
}

async function ownCustomer(scope: Scope, accountId: string): Promise<Customer> {
  const { customer } = await getOwnProfile(scope, accountId);
  if (!customer) throw new Fault('forbidden', 'no_profile', 'Make your profile first, with PATCH /profile.');
  return customer;
}

function checkRoom({ emails }: Customer, email: string): void {
  const address = normalizeEmail(email);
  if (address && emails.some((known) => known.address === address)) {
    throw invalidField('email', 'is on your profile already.', 'email_in_use');
  }
  if (emails.length >= customerEmailsMax) {
    throw invalidField(
      'email',
      `can’t be added: a profile has at most ${customerEmailsMax}.`,
      'email_limit_reached',
    );
  }
}
