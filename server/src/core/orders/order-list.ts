// Listing orders: for staff with filters, to choose from, and a customer's own.
import { listCustomerOptions } from '#core/customers/customer-list.ts';
import type { Order, OrderPaymentStatus, OrderStatus, OwnOrder } from '#core/orders/order.ts';
import { selectOrders, selectOwnOrders } from '#core/orders/order-list-queries.ts';
import { numberSearched } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import { type Page, pageOf, readCursor } from '#kit/cursor.ts';
import { type Fault, invalidField } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** Which orders, and which page of them. */
export interface OrderQuery {
  /** 1 to 100. */
  limit: number;
  cursor?: string | undefined;
  status?: OrderStatus | undefined;
  paymentStatus?: OrderPaymentStatus | undefined;
  /** Record id of the primary customer. */
  customerId?: string | undefined;
  companyId?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
}

/**
 * One page of orders, newest first; an id that names nobody has none. Throws `invalid_cursor`. Source: Spec, C, GET
 * /orders (G-072).
 */
export async function listOrders(scope: Scope, query: OrderQuery): Promise<Page<Order>> {
  const { limit, cursor, ...filters } = query;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const orders = await scope.read((tx) => selectOrders(tx, { ...filters, after, count: limit + 1 }));
  return pageOf(orders, limit);
}

/** One page of a customer's own orders. */
export interface OwnOrdersPage {
  items: OwnOrder[];
  hasMore: boolean;
  /** Record id of the last order on the page, when more follow. */
  nextCursor: string | undefined;
}

/**
 * The purchases a customer has a part in, newest first; none for who is no customer yet. `cursor` is the record id of an
 * order, also of one that was deleted since. Throws `invalid_cursor` for one that is not theirs. Source: Spec, A, GET
 * /orders.
 */
export async function listOwnOrders(
  scope: Scope,
  customerId: string | undefined,
  query: { limit: number; cursor?: string | undefined; status?: OrderStatus | undefined },
): Promise<OwnOrdersPage> {
  const { limit, cursor: after, status } = query;
  if (after !== undefined && (!isUuid(after) || customerId === undefined)) throw invalidOwnCursor();
  if (customerId === undefined) return { items: [], hasMore: false, nextCursor: undefined };
  const found = await scope.read((tx) =>
    selectOwnOrders(tx, customerId, { status, after: after?.toLowerCase(), count: limit + 1 }),
  );
  if (!found) throw invalidOwnCursor();
  const items = found.slice(0, limit);
  const hasMore = found.length > limit;
  return { items, hasMore, nextCursor: hasMore ? items.at(-1)!.order.id : undefined };
}

/**
 * Orders to choose from, newest first. A search is for the number of an order, with or without its prefix, or else for the
 * customers whose orders they are (G-079).
 */
export async function listOrderOptions(
  scope: Scope,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const { limit, search } = query;
  const orderNumber = search === undefined ? undefined : numberSearched('order', search);
  const isOfCustomers = search !== undefined && orderNumber === undefined;
  const customers = isOfCustomers ? await listCustomerOptions(scope, { limit: 100, search }) : undefined;
  const customerId = customers?.map(({ id }) => id);
  const orders = await scope.read((tx) => selectOrders(tx, { orderNumber, customerId, count: limit }));
  return orders.map((order) => ({ id: order.id, name: order.orderNumber }));
}

function invalidOwnCursor(): Fault {
  return invalidField('cursor', 'must be the nextCursor of the previous page.', 'invalid_cursor');
}
