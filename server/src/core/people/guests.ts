// Guests: customers whom only an order, a booking or an enquiry named. What they did follows the address once it is
// proven.
import type { Customer } from '#core/customers/customer.ts';
import { findCustomerByEmail } from '#core/customers/customer-queries.ts';
import { mergeInto } from '#core/people/merging.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';

/**
 * Merges the guest who holds a proven address into the profile of whoever has proven it, and returns the profile; a part
 * of whatever proves the address. `undefined` when no guest holds it: who is a customer of staff's making, or banned, is
 * left to staff. (G-154).
 */
export async function joinProvenGuest(
  tx: Tx,
  scope: Scope,
  customerId: string,
  address: string,
): Promise<Customer | undefined> {
  const holder = await findCustomerByEmail(tx, address);
  if (!holder || holder.id === customerId || !holder.isGuest || holder.status === 'banned') return undefined;
  const joining = { mergedId: holder.id, firstAddress: address };
  return (await mergeInto(tx, scope, customerId, joining)).customer;
}
