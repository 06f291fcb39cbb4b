// Creating an order, with the bookings that are made for it: all of it in one transaction, or nothing.
import { bookingConflict, isNumberTaken } from '#core/bookings/booking-conflicts.ts';
import type { PreparedBooking } from '#core/bookings/placing/prepare-booking.ts';
import {
  type CustomerMention,
  findOrPrepareCustomer,
  isWorthPreparingAnew,
  type MentionedCustomer,
  storeMentioned,
} from '#core/customers/mentioned-customer.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { checkEnquiry, moveCredit } from '#core/orders/changing-orders.ts';
import { type OrderChanges, withOrderChanges } from '#core/orders/checking/order-changes.ts';
import { isOrderNumberTaken, orderConflict } from '#core/orders/checking/order-conflicts.ts';
import { type CreditChanges, withCredit } from '#core/orders/checking/order-credit.ts';
import { servicesOf } from '#core/orders/checking/order-services.ts';
import {
  type InlineBooking,
  inlineBookingsMax,
  itemsOfBookings,
  lockInlineBookings,
  placeInlineBookings,
  prepareInlineBookings,
} from '#core/orders/inline-bookings.ts';
import { emptyOrder, type Order } from '#core/orders/order.ts';
import { settled } from '#core/orders/order-moves.ts';
import { insertOrder } from '#core/orders/order-queries.ts';
import { lockHolders, moveShares } from '#core/orders/order-shares.ts';
import { drawNumber } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import type { Service } from '#core/services/service.ts';
import type { Tx } from '#db/tx.ts';
import { type FaultDetail, invalidField, invalidFields } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { normalizeCurrency } from '#kit/money.ts';

/** The statuses an order can begin with. */
export const firstStatuses = ['draft', 'open_tab', 'processing'] as const;

/** What staff and programs may say about a new order. */
export interface OrderInput extends OrderChanges, CreditChanges {
  /** Default draft. */
  status?: (typeof firstStatuses)[number] | undefined;
  /** ISO 4217 in any case. Default the organization's. */
  currency?: string | undefined;
  /** Instead of `customerId`: found by the email, or made with the order. */
  customer?: CustomerMention | undefined;
  /** Bookings that are made with it; each adds an item for its service. */
  bookings?: InlineBooking[] | undefined;
}

/** An order that is ready to be stored. */
interface PreparedOrder {
  order: Order;
  mentioned: MentionedCustomer | undefined;
  bookings: PreparedBooking[];
}

/**
 * Makes an order under the next number. Throws `invalid_field` and the like naming what is wrong, `insufficient_credit`,
 * `slot_unavailable`. Source: Spec, C, POST /orders (G-070 to G-076).
 */
export async function createOrder(scope: Scope, input: OrderInput): Promise<Order> {
  const prepared = await prepareOrder(scope, input);
  try {
    return await scope.write((tx) => storeOrder(tx, scope, prepared));
  } catch (error) {
    const isNumbered = isOrderNumberTaken(error) || isNumberTaken(error);
    if (isNumbered || (await isWorthPreparingAnew(scope, error, prepared.mentioned)))
      return createOrder(scope, input);
    throw bookingConflict(orderConflict(error));
  }
}

/** Everything about a new order that can be checked before a transaction. */
async function prepareOrder(scope: Scope, input: OrderInput): Promise<PreparedOrder> {
  const { customer, bookings: sent = [] } = input;
  if (customer && input.customerId !== undefined) {
    throw invalidField('customer', 'is an alternative to customerId.', 'conflicting_parameters');
  }
  const currency = currencyOf(scope, input);
  if (sent.length > inlineBookingsMax) {
    throw invalidField('bookings', `must have at most ${inlineBookingsMax} entries.`);
  }
  const services = await servicesOf(scope, input.items ?? []);
  const mentioned = customer && (await findOrPrepareCustomer(scope, customer, 'customer'));
  const bookings = await prepareInlineBookings(scope, sent, currency);
  const customerId = mentioned?.customer.id ?? input.customerId;
  const order = described(scope, { ...input, customerId, currency }, { services, bookings });
  return { order: { ...order, orderNumber: await drawNumber(scope, 'order') }, mentioned, bookings };
}

/** The record of what is said about a new order. Throws what is wrong. */
function described(
  scope: Scope,
  input: OrderInput & { currency: string },
  { services, bookings }: { services: Map<string, Service>; bookings: PreparedBooking[] },
): Order {
  const { currency, status = 'draft' } = input;
  const now = scope.clock.now();
  const [first] = [...services.values(), ...bookings.map(({ arrangement }) => arrangement.bookable.service)];
  const taxSetting = input.taxSetting ?? first?.taxSetting ?? 'exclusive';
  const empty = { ...emptyOrder({ ...scope.organization, currency }, scope.actor, now), status, taxSetting };
  const booked = itemsOfBookings(bookings, input.bookings ?? [], empty, now);
  const problems: FaultDetail[] = [];
  const next = withOrderChanges(empty, input, { services, booked, now }, problems);
  if (status === 'processing' && next.items.length === 0) {
    problems.push(problem('items', 'must have an entry unless the order is a draft or an open tab.'));
  }
  const credited = withCredit(next, input, problems);
  if (problems.length > 0) throw invalidFields(problems);
  return settled({ ...credited, bookingIds: bookings.map(({ booking }) => booking.id) });
}

function currencyOf({ organization }: Scope, { currency }: OrderInput): string {
  const code = currency === undefined ? organization.currency : normalizeCurrency(currency);
  if (!code) throw invalidField('currency', 'must be a currency of ISO 4217, like EUR.');
  return code;
}

// In the order of locks: places, companies and customers, the order, its bookings, credit.
async function storeOrder(
  tx: Tx,
  scope: Scope,
  { order, mentioned, bookings }: PreparedOrder,
): Promise<Order> {
  await lockInlineBookings(tx, scope, bookings);
  if (mentioned) await storeMentioned(tx, scope, mentioned);
  await checkEnquiry(tx, order);
  const holders = await lockHolders(tx, [order]);
  await Promise.all([
    insertOrder(tx, order),
    recordEvent(tx, scope, eventOf(scope, 'order.created', order)),
    moveShares(tx, scope, holders, { after: order }),
  ]);
  await placeInlineBookings(tx, scope, bookings, order);
  await moveCredit(tx, scope, { storeCreditMinor: 0 }, order);
  return order;
}
