// What orders take of store credit, and what they add to totals, through the Admin API.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Caller } from '#test/ask.ts';
import { makeOrganization, type World, world } from '#test/world.ts';

let all: World;
let admin: Caller;

before(async () => {
  all = await world();
  ({ admin } = await makeOrganization(all));
});

const pass = { name: 'Day pass', unitPrice: 29.9, taxRate: 19 };

async function make(body: object) {
  const answer = await admin.post('/orders', body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
}

suite('store credit pays for an order', () => {
  async function credited(amount: number) {
    const { id } = (await admin.post('/customers', {})).body.data;
    const key = { 'idempotency-key': `credit-${id}` };
    const issued = await admin.post(`/customers/${id}/store-credit`, { amount, currency: 'EUR' }, key);
    assert.equal(issued.status, 201);
    return id as string;
  }
  const balanceOf = async (id: string) =>
    (await admin.get(`/customers/${id}/store-credit?currency=EUR`)).body.data.balances[0].balance;

  test('of the customer, as much as there is and is due, and comes back when it is cancelled', async () => {
    const customerId = await credited(20);
    const order = await make({ status: 'processing', customerId, items: [pass], storeCreditApplied: 15.58 });
    assert.deepEqual([order.storeCreditApplied, order.amountPaid, order.balanceDue], [15.58, 0, 20]);
    assert.equal(await balanceOf(customerId), 4.42);
    const more = await admin.patch(`/orders/${order.id}`, { storeCreditApplied: 35.58 });
    assert.deepEqual([more.status, more.body.code], [409, 'insufficient_credit']);
    const cancelled = (await admin.patch(`/orders/${order.id}`, { status: 'cancelled' })).body.data;
    assert.deepEqual([cancelled.storeCreditApplied, cancelled.balanceDue], [0, 0]);
    assert.equal(await balanceOf(customerId), 20);
  });

  test('of the company that the order names beside a customer, when it is asked for', async () => {
    const customerId = await credited(20);
    const { id: companyId } = (await admin.post('/companies', { name: 'Nord' })).body.data;
    const path = `/companies/${companyId}/store-credit`;
    const euros = { amount: 20, currency: 'EUR' };
    await admin.post(path, euros, { 'idempotency-key': `credit-${companyId}` });
    const companyHas = async () => (await admin.get(path)).body.data.balances[0].balance;
    const both = { status: 'processing', customerId, companyId, items: [pass] };
    const order = await make({ ...both, storeCreditApplied: 5, storeCreditFrom: 'company' });
    assert.deepEqual(
      [order.storeCreditFrom, await companyHas(), await balanceOf(customerId)],
      ['company', 15, 20],
    );
    const more = (await admin.patch(`/orders/${order.id}`, { storeCreditApplied: 8 })).body.data;
    assert.deepEqual([more.storeCreditFrom, await companyHas()], ['company', 12]);
    const path2 = `/orders/${order.id}`;
    for (const changes of [
      { storeCreditApplied: 9, storeCreditFrom: 'customer' },
      { storeCreditFrom: 'customer' },
    ]) {
      const answer = await admin.patch(path2, changes);
      assert.deepEqual([answer.status, answer.body.details[0].path], [400, 'storeCreditFrom']);
    }
    const none = (await admin.patch(path2, { storeCreditApplied: 0 })).body.data;
    assert.deepEqual([none.storeCreditFrom, await companyHas()], [undefined, 20]);
    const again = (await admin.patch(path2, { storeCreditApplied: 9 })).body.data;
    assert.deepEqual([again.storeCreditFrom, await balanceOf(customerId)], ['customer', 11]);
    await admin.patch(path2, { status: 'cancelled' });
    assert.deepEqual([await companyHas(), await balanceOf(customerId)], [20, 20]);
  });

  test('of nobody whom the order does not name', async () => {
    const customerId = await credited(20);
    const body = { status: 'processing', customerId, items: [pass], storeCreditApplied: 5 };
    const answer = await admin.post('/orders', { ...body, storeCreditFrom: 'company' });
    assert.deepEqual([answer.status, answer.body.details[0].path], [400, 'storeCreditFrom']);
  });

  test('alone, and is no money that was spent', async () => {
    const customerId = await credited(50);
    const body = { status: 'processing', customerId, items: [pass], storeCreditApplied: 35.58 };
    const order = await make(body);
    assert.deepEqual([order.paymentStatus, order.balanceDue], ['paid', 0]);
    const { totalOrders, totalSpent } = (await admin.get(`/customers/${customerId}`)).body.data;
    assert.deepEqual([totalOrders, totalSpent], [1, 0]);
    const refunded = (await admin.patch(`/orders/${order.id}`, { paymentStatus: 'refunded' })).body.data;
    assert.deepEqual([refunded.status, refunded.refundAmount, refunded.refunds], ['refunded', 0, []]);
    assert.equal(await balanceOf(customerId), 50);
  });

  test('never more than is to be paid, nor on a draft', async () => {
    const customerId = await credited(50);
    for (const body of [{ status: 'processing', storeCreditApplied: 35.59 }, { storeCreditApplied: 1 }]) {
      const answer = await admin.post('/orders', { customerId, items: [pass], ...body });
      assert.deepEqual([answer.status, answer.body.details[0].path], [400, 'storeCreditApplied']);
    }
  });
});

test('totals of a customer and a company follow their orders', async () => {
  const customerId = (await admin.post('/customers', {})).body.data.id;
  const companyId = (await admin.post('/companies', { name: 'Lind' })).body.data.id;
  const totals = async () => {
    const { body } = await admin.get(`/customers/${customerId}`);
    const company = (await admin.get(`/companies/${companyId}`)).body.data;
    const { totalOrders, totalSpent, averageOrderValue, lifetimeValue, lastOrderDate } = body.data;
    assert.deepEqual(
      [company.totalOrders, company.totalSpent, company.lifetimeValue, company.lastOrderDate],
      [totalOrders, totalSpent, lifetimeValue, lastOrderDate],
    );
    return [totalOrders, totalSpent, averageOrderValue, lifetimeValue, lastOrderDate];
  };
  const first = await make({ status: 'processing', customerId, companyId, items: [pass] });
  all.clock.advance(60_000);
  const second = await make({ status: 'processing', customerId, companyId, items: [pass] });
  await make({ status: 'processing', customerId, companyId, items: [pass], condition: 'pending_checkout' });
  await admin.patch(`/orders/${first.id}`, { paymentStatus: 'paid' });
  await admin.post(`/orders/${first.id}/refunds`, { amount: 5 });
  assert.deepEqual(await totals(), [2, 35.58, 17.79, 30.58, Date.parse(second.createdAt)]);
  await admin.patch(`/orders/${second.id}`, { status: 'cancelled' });
  assert.deepEqual(await totals(), [1, 35.58, 35.58, 30.58, Date.parse(first.createdAt)]);
});

test('moved totals are found by updatedAfter, and whoever edits the customer meanwhile is in nobody’s way', async () => {
  const customerId = (await admin.post('/customers', {})).body.data.id;
  const companyId = (await admin.post('/companies', { name: 'Sund' })).body.data.id;
  all.clock.advance(60_000);
  const since = encodeURIComponent(all.clock.now().toISOString());
  await make({ status: 'processing', customerId, companyId, items: [pass] });
  for (const [list, id] of [
    ['/customers', customerId],
    ['/companies', companyId],
  ]) {
    const found = (await admin.get(`${list}?updatedAfter=${since}`)).body.data;
    assert.deepEqual(
      found.map((one: { id: string }) => one.id),
      [id],
    );
    const events = (await admin.get(`/audit?recordId=${id}`)).body.data;
    assert.equal(events.length, 1, 'it was made, and no more');
    const edited = await admin.patch(`${list}/${id}`, { source: 'fair' }, { 'if-match': '"1"' });
    assert.equal(edited.status, 200);
  }
});
