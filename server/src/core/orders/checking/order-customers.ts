// Who has a part in an order: the rules of its primary customer and of the list. Pure.
import { type Order, type OrderCustomer, type OrderCustomerRole, orderBounds } from '#core/orders/order.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { isUuid } from '#kit/id.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** Customers as they are sent. */
export interface SentCustomers {
  /** The primary one; an empty text is nobody. */
  customerId?: string | undefined;
  /** The whole list; without a primary one in it or a `customerId`, the first is primary. */
  customers?: { customerId: string; role?: OrderCustomerRole | undefined }[] | undefined;
}

/** Sets primary customer and list of `order`, which always agree: the primary one stands first. */
export function applyCustomers(order: Order, sent: SentCustomers, problems: FaultDetail[]): void {
  if (sent.customerId === undefined && sent.customers === undefined) return;
  const listed = checkedList(sent.customers, problems);
  const primaryId = primaryOf(sent, listed, problems);
  const kept = listed ?? order.customers.filter(({ role }) => role !== 'primary');
  const others = kept.filter(({ customerId }) => customerId !== primaryId);
  order.customerId = primaryId;
  order.customers = primaryId ? [{ customerId: primaryId, role: 'primary' }, ...others] : others;
}

/** What is wrong with a record id that no customer of the organization has. */
export function noCustomer(path: string): FaultDetail {
  return problem(path, 'must be the record id of a customer.');
}

function checkedList(sent: SentCustomers['customers'], problems: FaultDetail[]): OrderCustomer[] | undefined {
  if (!sent) return undefined;
  if (sent.length > orderBounds.customers) {
    problems.push(problem('customers', `must have at most ${orderBounds.customers} entries.`));
  }
  const ids = sent.map(({ customerId }) => customerId.toLowerCase());
  for (const [place, id] of ids.entries()) {
    const path = `customers[${place}].customerId`;
    if (!isUuid(id)) problems.push(noCustomer(path));
    else if (ids.indexOf(id) < place) problems.push(problem(path, 'is in the list twice.'));
  }
  if (sent.filter(({ role }) => role === 'primary').length > 1) {
    problems.push(problem('customers', 'must have one entry whose role is primary.'));
  }
  return sent.map(({ role }, place) => ({ customerId: ids[place]!, role: role ?? 'attendee' }));
}

function primaryOf(
  { customerId }: SentCustomers,
  listed: OrderCustomer[] | undefined,
  problems: FaultDetail[],
): string | undefined {
  const inList = listed?.find(({ role }) => role === 'primary')?.customerId;
  if (customerId === undefined) return inList ?? listed?.[0]?.customerId;
  const id = trimmedOrNone(customerId)?.toLowerCase();
  if (id !== undefined && !isUuid(id)) problems.push(noCustomer('customerId'));
  if (inList !== undefined && inList !== id) {
    const message = 'is not the one whose role in customers is primary.';
    problems.push(problem('customerId', message, 'conflicting_parameters'));
  }
  return id;
}
