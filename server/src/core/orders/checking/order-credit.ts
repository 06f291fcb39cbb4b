// What may be said about the store credit of an order, checked and applied to the record. Pure; it is taken and given
// back in changing-orders.ts.
import { checkedAmount } from '#core/orders/checking/order-items.ts';
import { isPayable, type Order } from '#core/orders/order.ts';
import type { CreditEntityType } from '#core/store-credit/credit-entry.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { toDecimal } from '#kit/money.ts';

/** How an order is to be paid with store credit. */
export interface CreditChanges {
  /** How much of the price it pays for, in decimals of the order's currency. */
  storeCreditApplied?: number | undefined;
  /** Whose it is. Default whose the order has already; of a first one the customer's, or else the company's (G-202). */
  storeCreditFrom?: CreditEntityType | undefined;
}

/** The order with so much store credit used, of whom is said; it can be no more than what is not paid otherwise. */
export function withCredit(order: Order, changes: CreditChanges, problems: FaultDetail[]): Order {
  const { storeCreditApplied, storeCreditFrom } = changes;
  if (storeCreditApplied === undefined) {
    if (storeCreditFrom) problems.push(problem('storeCreditFrom', 'goes with storeCreditApplied.'));
    return order;
  }
  if (problems.length > 0) return order;
  const field = 'storeCreditApplied';
  const storeCreditMinor = checkedAmount(storeCreditApplied, field, order.currency, problems);
  const from = checkedHolder(order, storeCreditFrom, { storeCreditMinor, problems });
  if (storeCreditMinor === order.storeCreditMinor) return order;
  const mostMinor = order.totalMinor - order.amountPaidMinor;
  if (storeCreditMinor > mostMinor) {
    const most = `${toDecimal(mostMinor, order.currency)} ${order.currency}`;
    problems.push(problem(field, `must not be more than what is to be paid, which is ${most}.`));
  }
  if (!isPayable(order)) {
    problems.push(
      problem(field, 'can be set while the order is open_tab, processing or completed and not paid.'),
    );
  }
  return { ...order, storeCreditMinor, storeCreditFrom: storeCreditMinor > 0 ? from : undefined };
}

/** Whose credit it is to be: one holder's at a time, and one that the order names. */
function checkedHolder(
  order: Order,
  asked: CreditEntityType | undefined,
  { storeCreditMinor, problems }: { storeCreditMinor: number; problems: FaultDetail[] },
): CreditEntityType {
  const present = order.storeCreditMinor > 0 ? order.storeCreditFrom : undefined;
  const from = asked ?? present ?? (order.customerId ? 'customer' : 'company');
  if (present && from !== present && storeCreditMinor > 0) {
    const sentence = `is ${present} for what the order has: set storeCreditApplied to 0 first.`;
    problems.push(problem('storeCreditFrom', sentence));
  } else if (!order.customerId && !order.companyId) {
    problems.push(problem('storeCreditApplied', 'needs a customer or a company whose credit it is.'));
  } else if (!(from === 'customer' ? order.customerId : order.companyId)) {
    problems.push(problem('storeCreditFrom', `needs the order’s ${from}Id.`));
  }
  return from;
}
