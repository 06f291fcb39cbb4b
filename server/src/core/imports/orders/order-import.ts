// Importing orders: many, checked by the rules for every order and stored in batches, with the totals of their
// customers. An order that is there already, known by its id in the other system, is passed over.
import { addToManyTotals, type CustomerTotalsChange } from '#core/customers/customer-totals-queries.ts';
import { eventOf } from '#core/events/events.ts';
import { type Directory, readDirectory } from '#core/imports/directory.ts';
import { type Importing, importRows, previewRows } from '#core/imports/import-batches.ts';
import { lockImports } from '#core/imports/import-queries.ts';
import { type Claims, ownerOf, type PassedOver, type RowOutcome } from '#core/imports/import-row.ts';
import { findMentioned, mentionProblem, resolveMentions, storeNewCustomers } from '#core/imports/mentions.ts';
import { insertImportedOrders, selectOrdersThere } from '#core/imports/orders/order-import-queries.ts';
import {
  examineOrder,
  type OrderCandidate,
  type OrderRow,
  orderFound,
} from '#core/imports/orders/order-row.ts';
import type { Order } from '#core/orders/order.ts';
import { type LockedHolders, lockHolders, type OrderShare, shareOf } from '#core/orders/order-shares.ts';
import { drawNumbers } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';

/**
 * Makes orders of rows, as `importRows` does, each under the next number with the date it was made at. Customers who are
 * not there are made. Each order's `order.created` is recorded with it, and the totals of customers follow.
 */
export async function* importOrders<Row extends OrderRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<RowOutcome<Row, Order>[]> {
  yield* importRows(scope, importing<Row>(scope, await readDirectory(scope)), rows);
}

/** What `importOrders` would make of the rows, storing nothing; without numbers and customers. */
export async function* previewOrderImport<Row extends OrderRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<RowOutcome<Row, Order>[]> {
  yield* previewRows(importing<Row>(scope, await readDirectory(scope)), rows);
}

function importing<Row extends OrderRow>(
  scope: Scope,
  directory: Directory,
): Importing<Row, OrderCandidate<Row>, Order> {
  return {
    examine: async (rows) => rows.map((row) => examineOrder(scope, row, directory)),
    settle: (candidates, claims) => settle(scope, candidates, claims),
    foresee: ({ row, order }) => ({ row, result: 'created', record: order }),
    store: (candidates) => store(scope, candidates),
  };
}

async function settle<Row extends OrderRow>(
  scope: Scope,
  candidates: OrderCandidate<Row>[],
  claims: Claims,
): Promise<Map<OrderCandidate<Row>, PassedOver<Row>>> {
  const ids = candidates.flatMap(({ order }) => order.externalId ?? []);
  const [there, known] = await Promise.all([
    scope.read((tx) => selectOrdersThere(tx, ids)),
    findMentioned(
      scope,
      candidates.map(({ mention }) => mention),
    ),
  ]);
  const passedOver = new Map<OrderCandidate<Row>, PassedOver<Row>>();
  for (const candidate of candidates) {
    const { row, order, mention, problems } = candidate;
    const externalId = order.externalId ?? '';
    const owner = ownerOf(claims, externalId, there.get(externalId));
    const unknown = mentionProblem(mention, known);
    if (problems.length > 0 || (unknown && !owner)) {
      passedOver.set(candidate, {
        row,
        result: 'bad',
        problems: [...problems, ...(unknown ? [unknown] : [])],
      });
    } else if (owner) {
      passedOver.set(candidate, { row, result: 'already_there', found: orderFound(externalId, owner) });
    } else claims.set(externalId, row.line);
  }
  return passedOver;
}

async function store<Row extends OrderRow>(
  scope: Scope,
  candidates: OrderCandidate<Row>[],
): Promise<Map<OrderCandidate<Row>, RowOutcome<Row, Order>>> {
  const mentions = candidates.map(({ mention }) => mention);
  const [numbers, mentioned] = await Promise.all([
    drawNumbers(scope, 'order', candidates.length),
    resolveMentions(scope, mentions),
  ]);
  const ready = candidates.map(({ row, order }, place) => ({
    row,
    mentioned: mentioned[place],
    order: withCustomer({ ...order, orderNumber: numbers[place]! }, mentioned[place]?.customerId),
  }));
  const there = await scope.write(async (tx) => {
    await lockImports(tx);
    const found = await selectOrdersThere(tx, ready.map(idOf));
    const unknown = ready.filter((one) => !found.has(idOf(one)));
    await storeNewCustomers(
      tx,
      scope,
      unknown.map((one) => one.mentioned),
    );
    await storeOrders(
      tx,
      scope,
      unknown.map(({ order }) => order),
    );
    return found;
  });
  return new Map(
    candidates.map((candidate, place): [OrderCandidate<Row>, RowOutcome<Row, Order>] => {
      const { row, order } = ready[place]!;
      const externalId = idOf({ order });
      const number = there.get(externalId);
      if (number === undefined) return [candidate, { row, result: 'created', record: order }];
      return [candidate, { row, result: 'already_there', found: orderFound(externalId, { number }) }];
    }),
  );
}

function idOf({ order }: { order: Order }): string {
  return order.externalId!;
}

function withCustomer(order: Order, customerId: string | undefined): Order {
  return customerId ? { ...order, customerId, customers: [{ customerId, role: 'primary' }] } : order;
}

async function storeOrders(tx: Tx, scope: Scope, orders: Order[]): Promise<void> {
  if (orders.length === 0) return;
  const { customers } = await lockHolders(tx, orders);
  const events = orders.map((order) => eventOf(scope, 'order.created', order));
  await Promise.all([
    insertImportedOrders(tx, orders, events),
    addToManyTotals(tx, totalsOf(scope, orders, customers)),
  ]);
  scope.tools.eventRecorded();
}

/** What these orders add to the totals of their customers, for whom the time of the last order is given. */
function totalsOf(scope: Scope, orders: Order[], customers: LockedHolders['customers']) {
  const now = scope.clock.now();
  const totals = new Map<string, CustomerTotalsChange & { customerId: string }>();
  for (const order of orders) {
    const { customerId, createdAt } = order;
    const share = shareOf(order, scope.organization.currency);
    if (customerId === undefined || share.orders === 0) continue;
    const last = totals.get(customerId)?.lastOrderAt ?? customers.get(customerId)?.lastOrderAt;
    const { orders: count, spentMinor, lifetimeMinor } = totals.get(customerId) ?? noShare;
    totals.set(customerId, {
      customerId,
      orders: count + share.orders,
      spentMinor: spentMinor + share.spentMinor,
      lifetimeMinor: lifetimeMinor + share.lifetimeMinor,
      lastOrderAt: last && last > createdAt ? last : createdAt,
      now,
    });
  }
  return [...totals.values()];
}

const noShare: OrderShare = { orders: 0, spentMinor: 0, lifetimeMinor: 0 };
