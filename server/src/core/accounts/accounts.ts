// Linking accounts to the customers they belong to: a part of the operations that sign customers in.
import type { Account } from '#core/accounts/account.ts';
import { linkCustomer } from '#core/accounts/account-queries.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';

/**
 * Lets whoever signs in to an account see and change a customer's profile, unless another account is linked to it; tells
 * whether it is linked now. The audit log has it under the customer.
 */
export async function linkAccount(
  tx: Tx,
  scope: Scope,
  account: Account,
  customerId: string,
): Promise<boolean> {
  if (!(await linkCustomer(tx, account.id, customerId))) return false;
  const event = eventOf(scope, 'customer_account.linked', { ...account, customerId });
  await recordEvent(tx, scope, { ...event, recordId: customerId });
  return true;
}
