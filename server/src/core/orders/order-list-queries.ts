// The SQL that lists orders, newest first, paged by record id.
import type {
  Order,
  OrderCustomerRole,
  OrderPaymentStatus,
  OrderStatus,
  OwnOrder,
} from '#core/orders/order.ts';
import { type OrderRow, ordersFrom, toOrder } from '#core/orders/rows/order-row-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import { lowestIdAt } from '#kit/id.ts';

/** Which orders, and which part of the list. */
export interface OrderSelection {
  orderNumber?: string | undefined;
  status?: OrderStatus | undefined;
  paymentStatus?: OrderPaymentStatus | undefined;
  /** Record id of the primary customer, or several of which it is one. */
  customerId?: string | string[] | undefined;
  companyId?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  /** The id the page continues after. */
  after?: string | undefined;
  /** How many to read. */
  count: number;
}

/** Orders of a selection, newest first. */
export async function selectOrders(tx: Tx, selection: OrderSelection): Promise<Order[]> {
  const { updatedAfter, count } = selection;
  const recent = await readOrders(tx, filtered(tx, selection, updatedAfter ? newestRows : undefined));
  if (!updatedAfter || recent.length === count) return recent;
  return readOrders(tx, lately(tx, selection));
}

/**
 * A customer's purchases, newest first: neither lost carts nor checkouts under way. `undefined` when the page continues
 * after an order that is none of them.
 */
export async function selectOwnOrders(
  tx: Tx,
  customerId: string,
  { status, after, count }: { status?: OrderStatus | undefined; after?: string | undefined; count: number },
): Promise<OwnOrder[] | undefined> {
  if (after !== undefined && !(await wasOrderOf(tx, customerId, after))) return undefined;
  return readOwnOrders(
    tx,
    tx`
      select o.*, own.role from order_customers own
      join orders o on o.organization_id = own.organization_id and o.id = own.order_id
      where own.organization_id = ${tx.organizationId} and own.customer_id = ${customerId}
        ${after ? tx`and own.order_id < ${after}` : tx``}
        ${status ? tx`and o.status = ${status}` : tx``}
        and o.condition is null and o.deleted_at is null
      order by own.order_id desc limit ${count}
    `,
  );
}

/** Whether the customer has a part in the order with this record id, or had it until that was deleted. */
async function wasOrderOf(tx: Tx, customerId: string, id: string): Promise<boolean> {
  const rows = await tx`
    select from order_customers
    where organization_id = ${tx.organizationId} and customer_id = ${customerId} and order_id = ${id}
  `;
  return rows.length > 0;
}

/** The purchase with this record id in which the customer has a part. */
export async function findOwnOrder(tx: Tx, customerId: string, id: string): Promise<OwnOrder | undefined> {
  const [found] = await readOwnOrders(
    tx,
    tx`
      select o.*, own.role from order_customers own
      join orders o on o.organization_id = own.organization_id and o.id = own.order_id
      where own.organization_id = ${tx.organizationId} and own.customer_id = ${customerId} and own.order_id = ${id}
        and o.condition is null and o.deleted_at is null
    `,
  );
  return found;
}

// Changes are mostly of new orders, so the newest are looked through first, and a full page of them is the answer. What
// is left are changes of few orders or of old ones, which the index of changes knows: nothing reads a whole organization
// because the planner was wrong about how many there are.
const newestRows = 5_000;

function filtered(tx: Tx, selection: OrderSelection, among: number | undefined): SqlFragment {
  const source = among
    ? tx`(
        select * from orders where ${bounds(tx, selection)} order by id desc limit ${among}
      )`
    : tx`orders`;
  return tx`
    select * from ${source} found where ${bounds(tx, selection)} ${filters(tx, selection)}
    order by id desc limit ${selection.count}
  `;
}

function lately(tx: Tx, selection: OrderSelection): SqlFragment {
  return tx`
    select * from orders where organization_id = ${tx.organizationId} and id = any(array(
      select id from (
        select * from orders
        where organization_id = ${tx.organizationId} and updated_at >= ${selection.updatedAfter} offset 0
      ) changed where ${bounds(tx, selection)} ${filters(tx, selection)}
      order by id desc limit ${selection.count}
    ))
  `;
}

/** Record ids tell the time, so bounds on the time of creation are bounds on the id. */
function bounds(tx: Tx, { after, createdAfter, createdBefore }: OrderSelection): SqlFragment {
  const before = createdBefore && lowestIdAt(createdBefore);
  const below = after && before ? (after < before ? after : before) : (after ?? before);
  return tx`
    organization_id = ${tx.organizationId}
      ${below ? tx`and id < ${below}` : tx``}
      ${createdAfter ? tx`and id >= ${lowestIdAt(createdAfter)}` : tx``}
  `;
}

function filters(tx: Tx, selection: OrderSelection): SqlFragment {
  const { orderNumber, status, paymentStatus, customerId, companyId, updatedAfter } = selection;
  return tx`
    and deleted_at is null
    ${orderNumber ? tx`and order_number = ${orderNumber}` : tx``}
    ${status ? tx`and status = ${status}` : tx``}
    ${paymentStatus ? tx`and payment_status = ${paymentStatus}` : tx``}
    ${typeof customerId === 'string' ? tx`and customer_id = ${customerId}` : tx``}
    ${typeof customerId === 'object' ? tx`and customer_id = any(${customerId}::uuid[])` : tx``}
    ${companyId ? tx`and company_id = ${companyId}` : tx``}
    ${updatedAfter ? tx`and updated_at >= ${updatedAfter}` : tx``}
  `;
}

async function readOrders(tx: Tx, chosen: SqlFragment): Promise<Order[]> {
  const rows = await tx<OrderRow[]>`${ordersFrom(tx, chosen)} order by o.id desc`;
  return rows.map((row) => toOrder(tx, row));
}

async function readOwnOrders(tx: Tx, chosen: SqlFragment): Promise<OwnOrder[]> {
  const rows = await tx<(OrderRow & { role: OrderCustomerRole })[]>`
    with own as (${chosen})
    select read.*, own.role from own, lateral (${ordersFrom(tx, tx`select own.*`)}) read order by own.id desc
  `;
  return rows.map((row) => ({ order: toOrder(tx, row), role: row.role }));
}
