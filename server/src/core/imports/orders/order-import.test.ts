// Importing orders: what is made of rows, what money must add up to, and that totals follow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCustomer, getCustomer } from '#core/customers/customers.ts';
import type { RowOutcome } from '#core/imports/import-row.ts';
import { importOrders, previewOrderImport } from '#core/imports/orders/order-import.ts';
import type { OrderRow, OrderRowInput } from '#core/imports/orders/order-row.ts';
import type { Order } from '#core/orders/order.ts';
import { getOrder } from '#core/orders/orders.ts';
import { mergeCustomer } from '#core/people/merging.ts';
import type { Scope } from '#core/scope.ts';
import { makeBookable } from '#test/bookable.ts';
import { makeOrganization, world } from '#test/world.ts';

type Outcome = RowOutcome<OrderRow, Order>;

const rowsOf = (inputs: OrderRowInput[]): OrderRow[] =>
  inputs.map((input, place) => ({ line: place + 2, input, problems: [] }));

async function gathered(batches: AsyncIterable<Outcome[]>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for await (const batch of batches) outcomes.push(...batch);
  return outcomes;
}

const runImport = (scope: Scope, inputs: OrderRowInput[]) => gathered(importOrders(scope, rowsOf(inputs)));
const resultsOf = (outcomes: Outcome[]) => outcomes.map(({ result }) => result);
const problemsOf = (outcome: Outcome | undefined) =>
  outcome?.result === 'bad' ? outcome.problems.map(({ path, message }) => `${path}: ${message}`) : [];
const item = { name: 'Desk day', unitPrice: 20 };
const may = { createdAt: { date: '2025-05-04', time: '10:30' } };

async function house() {
  const made = await makeOrganization(await world());
  return { ...made, customer: await createCustomer(made.scope, { customerNumber: 'M-1001' }) };
}

test('an imported order is what the Admin API shows of it, with its date, payment, refund and customer', async () => {
  const { scope, admin, customer } = await house();
  const { service } = await makeBookable(scope, {
    service: { price: 50, taxRate: 19, taxSetting: 'exclusive' },
  });
  const [outcome] = await runImport(scope, [
    {
      externalId: 'A-1',
      ...may,
      customerNumber: 'M-1001',
      items: [{ ...item, quantity: 2, taxRate: 19 }, { service: 'yoga' }],
      orderDiscount: 10,
      total: 95.2,
      paymentStatus: 'paid',
      paymentMethod: 'card',
      refundAmount: 5.2,
    },
  ]);
  assert(outcome?.result === 'created');
  const order = await getOrder(scope, outcome.record.id);
  assert.deepEqual(order, outcome.record);
  assert.equal(order.createdAt.toISOString(), '2025-05-04T08:30:00.000Z');
  assert.equal(order.items[1]!.serviceId, service.id);
  assert.deepEqual(
    [order.status, order.paymentStatus, order.source, order.customerId],
    ['completed', 'paid', 'import', customer.id],
  );
  const [event] = await scope.read(
    (tx) => tx<{ data: object }[]>`
      select data from events where organization_id = ${tx.organizationId} and type = 'order.created'
    `,
  );
  assert.deepEqual(event!.data, (await admin.get(`/orders/${order.id}`)).body.data);
});

test('customers’ totals are the sums of what was imported, and who is there is changed in nothing else', async () => {
  const { scope, customer } = await house();
  const paid: OrderRowInput = { customerNumber: 'M-1001', items: [item], paymentStatus: 'paid' };
  await runImport(scope, [
    { ...paid, externalId: '1', createdAt: { date: '2025-06-01' } },
    { ...paid, externalId: '2', createdAt: { date: '2025-05-01' }, refundAmount: 5 },
    { ...paid, externalId: '3', ...may, status: 'refunded' },
    { ...paid, externalId: '4', ...may, status: 'cancelled', paymentStatus: 'pending' },
    { ...paid, externalId: '5', ...may, currency: 'USD' },
  ]);
  const after = await getCustomer(scope, customer.id);
  const { totalOrders, totalSpentMinor, lifetimeValueMinor, lastOrderAt, updatedAt: _, ...rest } = after;
  assert.deepEqual([totalOrders, totalSpentMinor, lifetimeValueMinor], [3, 6000, 3500]);
  assert.equal(lastOrderAt?.toISOString(), '2025-05-31T22:00:00.000Z');
  const before = customer as Partial<typeof customer>;
  for (const [field, value] of Object.entries(rest)) {
    assert.deepEqual(value, before[field as keyof typeof before], field);
  }
  assert.equal(after.firstActiveAt, undefined);
});

test('a customer nobody knows is made once, for all orders of the email, and not for a bad one', async () => {
  const { scope } = await house();
  const known = await createCustomer(scope, { emails: [{ address: 'known@example.com' }] });
  const outcomes = await runImport(scope, [
    { externalId: '1', customerEmail: 'New@example.com', customerFirstName: 'Nia', items: [item] },
    { externalId: '2', customerEmail: 'new@example.com', items: [item] },
    { externalId: '3', customerEmail: 'known@example.com', items: [item] },
    { externalId: '4', customerEmail: 'bad@example.com', items: [] },
    { externalId: '5', customerNumber: 'M-9999', items: [item] },
    { externalId: '6', items: [item] },
  ]);
  assert.deepEqual(resultsOf(outcomes), ['created', 'created', 'created', 'bad', 'bad', 'created']);
  const ids = outcomes.map((outcome) => (outcome.result === 'created' ? outcome.record.customerId : ''));
  assert.deepEqual([ids[1], ids[2], ids[5]], [ids[0], known.id, undefined]);
  const nia = await getCustomer(scope, 'new@example.com');
  assert.deepEqual([nia.id, nia.firstName, nia.source, nia.totalOrders], [ids[0], 'Nia', 'import', 2]);
  await assert.rejects(getCustomer(scope, 'bad@example.com'), { code: 'not_found' });
  assert.deepEqual(problemsOf(outcomes[4]), [
    'customerNumber: is the number of no customer. Import the customers first.',
  ]);
});

test('the number of a merged customer is that of whoever they were merged into', async () => {
  const { scope, customer } = await house();
  await createCustomer(scope, { customerNumber: 'M-1002' });
  await mergeCustomer(scope, customer.id, 'M-1002');
  const [outcome] = await runImport(scope, [{ externalId: '1', customerNumber: 'M-1002', items: [item] }]);
  assert.equal(outcome?.result === 'created' && outcome.record.customerId, customer.id);
});

test('an order of the past is in the currency of its time, also when that is in use no more', async () => {
  const { scope } = await house();
  const [outcome] = await runImport(scope, [{ externalId: '1', ...may, currency: 'hrk', items: [item] }]);
  assert.equal(outcome?.result === 'created' && outcome.record.currency, 'HRK');
});

test('what does not add up is told by the field that says it, and stops no other', async () => {
  const { scope } = await house();
  const wrong: [OrderRowInput, RegExp][] = [
    [{ total: 21 }, /^total: does not add up: the items come to 20, not 21\.$/],
    [{ taxTotal: 1 }, /^taxTotal: does not add up/],
    [{ items: [{ ...item, quantity: 3, total: 59 }] }, /^items\[0\]\.total: does not add up/],
    [
      { paymentStatus: 'paid', amountPaid: 10 },
      /^paymentStatus: does not add up: 10 EUR of 20 EUR was paid\.$/,
    ],
    [{ amountPaid: 30 }, /^amountPaid: is more than/],
    [{ amountPaid: 10, refundAmount: 11 }, /^refundAmount: is more than/],
    [{ status: 'refunded', refundAmount: 1 }, /^status: does not add up: 1 EUR of the 20 EUR paid/],
    [{ status: 'draft', amountPaid: 1 }, /^amountPaid: must be nothing while/],
    [{ orderDiscount: 21 }, /^orderDiscount: must not be more than 20 EUR/],
    [{ currency: 'XXQ' }, /^currency: must be a currency/],
    [{ createdAt: { date: '2025-02-30' } }, /^createdAt: must be a date/],
    [{ createdAt: { date: '2150-01-01' } }, /^createdAt: must not be in the future/],
    [{ items: [{ service: 'Nothing' }] }, /^items\[0\]\.service: names no service\./],
    [{ items: [] }, /^items: must have an entry/],
    [{ externalId: undefined }, /^externalId: is needed/],
  ];
  const outcomes = await runImport(scope, [
    { externalId: 'good', items: [item] },
    ...wrong.map(([input], place) => ({ externalId: `bad ${place}`, items: [item], ...input })),
    { externalId: 'good too', items: [item], total: 20, amountPaid: 5 },
  ]);
  for (const [place, [, sentence]] of wrong.entries()) {
    assert.match(problemsOf(outcomes[place + 1])[0] ?? 'nothing', sentence);
  }
  assert.equal(outcomes.filter(({ result }) => result === 'created').length, 2);
});

test('a second run and two at once make each order once', async () => {
  const { scope } = await house();
  const inputs = Array.from({ length: 150 }, (_, index) => ({
    externalId: `O-${index}`,
    customerEmail: `c${index % 40}@example.com`,
    items: [item],
    paymentStatus: 'paid' as const,
  }));
  const runs = await Promise.all([runImport(scope, inputs), runImport(scope, inputs)]);
  const results = [...runs, await runImport(scope, inputs)].flatMap(resultsOf);
  assert.equal(results.filter((result) => result === 'created').length, 150);
  assert.equal(results.filter((result) => result === 'already_there').length, 300);
  assert.equal((await getCustomer(scope, 'c0@example.com')).totalOrders, 4);
});

test('a preview tells what a run would and stores nothing', async () => {
  const { scope } = await house();
  const inputs = [
    { externalId: '1', items: [item] },
    { externalId: '1', items: [item] },
    { externalId: '2', items: [item], total: 1 },
    { externalId: '3', customerNumber: 'M-9', items: [item] },
  ];
  const previewed = await gathered(previewOrderImport(scope, rowsOf(inputs)));
  assert.deepEqual(resultsOf(previewed), ['created', 'already_there', 'bad', 'bad']);
  assert.deepEqual(resultsOf(previewed), resultsOf(await runImport(scope, inputs)));
});
