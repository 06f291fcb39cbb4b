// A customer's own orders and receipts.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { createLocation } from '#core/places/locations.ts';
import type { Caller } from '#test/ask.ts';
import { signIn, visitor } from '#test/customer.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

const email = 'jane@example.com';
const item = { name: 'Day pass', type: 'pass', quantity: 2, unitPrice: 29.9, taxRate: 19 };

let all: World;
let house: TestOrganization;
let me: Caller;
let customerId: string;

async function comeIn() {
  all = await world();
  house = await makeOrganization(all, {
    name: 'Harbour House',
    legalName: 'Harbour House GmbH',
    vatNumber: 'DE123456789',
    email: 'hello@harbour.example',
    primaryColor: '#1d4ed8',
  });
  customerId = (await house.admin.post('/customers', { firstName: 'Jane', emails: [{ address: email }] }))
    .body.data.id;
  ({ me } = await signIn(all, house, email));
  await me.patch('/profile', { firstName: 'Jane' });
}

async function make(body: object) {
  const answer = await house.admin.post('/orders', { status: 'processing', items: [item], ...body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
}

suite('a customer’s orders', () => {
  before(comeIn);

  test('are those they have a part in, newest first, with the contract’s fields alone', async () => {
    const other = (await house.admin.post('/customers', {})).body.data;
    const own = await make({ customerId, notes: 'Internal', customFields: { margin: 3 } });
    const guest = await make({
      customers: [
        { customerId: other.id, role: 'primary' },
        { customerId, role: 'attendee' },
      ],
    });
    await make({ customerId: other.id });
    await make({ customerId, condition: 'pending_checkout' });
    await make({ customerId, condition: 'lost_cart' });
    const deleted = await make({ customerId, status: 'draft' });
    await house.admin.delete(`/orders/${deleted.id}`);

    const { status, body } = await me.get('/orders');
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.orders.map((order: { id: string; customerRole: string }) => [order.id, order.customerRole]),
      [
        [guest.id, 'attendee'],
        [own.id, 'primary'],
      ],
    );
    assert.deepEqual(body.data.orders[1], {
      id: own.id,
      orderNumber: own.orderNumber,
      status: 'processing',
      paymentStatus: 'pending',
      total: 71.16,
      subtotal: 59.8,
      taxTotal: 11.36,
      discountTotal: 0,
      items: [
        {
          id: own.items[0].id,
          name: 'Day pass',
          quantity: 2,
          unitPrice: 29.9,
          subtotal: 59.8,
          tax: 11.36,
          discount: 0,
          total: 71.16,
          type: 'pass',
        },
      ],
      createdAt: Date.parse(own.createdAt),
      completedAt: null,
      customerRole: 'primary',
    });
  });

  test('come in pages whose cursor is the id of an order of theirs', async () => {
    const first = (await me.get('/orders?limit=1')).body.data;
    assert.deepEqual([first.hasMore, first.nextCursor], [true, first.orders[0].id]);
    const last = (await me.get(`/orders?limit=1&cursor=${first.nextCursor}`)).body.data;
    assert.deepEqual([last.hasMore, 'nextCursor' in last, last.orders.length], [false, false, 1]);
    const strange = await make({});
    for (const cursor of [strange.id, customerId, 'abc']) {
      const { status, body } = await me.get(`/orders?cursor=${cursor}`);
      assert.deepEqual([status, body.code], [400, 'invalid_cursor']);
    }
    const deleted = await make({ customerId, status: 'draft' });
    await house.admin.delete(`/orders/${deleted.id}`);
    const afterDeleted = (await me.get(`/orders?limit=1&cursor=${deleted.id}`)).body.data;
    assert.deepEqual(afterDeleted.orders, first.orders, 'a place in the list, though it is gone');
    assert.deepEqual((await me.get('/orders?status=completed')).body.data.orders, []);
    assert.equal((await me.get('/orders?status=lost')).status, 400);
  });

  test('are none without a profile, and nothing without a token', async () => {
    const { me: nobody } = await signIn(all, house, 'new@example.com');
    assert.deepEqual((await nobody.get('/orders')).body.data, { orders: [], hasMore: false });
    assert.equal((await nobody.get(`/receipt?orderId=${customerId}`)).status, 404);
    assert.equal((await visitor(all).get('/orders')).status, 401);
    assert.equal((await visitor(all).get(`/receipt?orderId=${customerId}`)).status, 401);
  });
});

suite('a receipt', () => {
  before(comeIn);

  test('shows order, business and customer, as the contract has them', async () => {
    const { id: locationId } = await createLocation(house.scope, {
      name: 'Elbe',
      address: { line1: 'Am Sandtorkai 30', city: 'Hamburg', postalCode: '20457', country: 'DE' },
    });
    const order = await make({
      customerId,
      locationId,
      tipAmount: 2,
      orderDiscount: 10,
      discountName: 'Spring',
    });
    const card = { method: 'card', cardBrand: 'visa', cardLast4: '4242' };
    await house.admin.post(`/orders/${order.id}/payments`, { amount: order.total, ...card });
    await house.admin.post(`/orders/${order.id}/refunds`, { amount: 5 });

    const { status, body } = await me.get(`/receipt?orderId=${order.id}`);
    assert.equal(status, 200);
    const { items, createdAt, ...shown } = body.data.order;
    assert.deepEqual(shown, {
      id: order.id,
      orderNumber: order.orderNumber,
      status: 'processing',
      paymentStatus: 'paid',
      total: 61.26,
      subtotal: 59.8,
      taxTotal: 9.46,
      discountTotal: 10,
      completedAt: null,
      customerRole: 'primary',
      currency: 'EUR',
      taxSetting: 'exclusive',
      discountName: 'Spring',
      tipAmount: 2,
      refundAmount: 5,
      paymentMethod: 'card',
      cardBrand: 'visa',
      cardLast4: '4242',
    });
    assert.deepEqual([items.length, typeof createdAt], [1, 'number']);
    assert.deepEqual(body.data.business, {
      name: 'Harbour House GmbH',
      brandName: 'Harbour House',
      primaryColor: '#1d4ed8',
      vatNumber: 'DE123456789',
      addressLine1: 'Am Sandtorkai 30',
      city: 'Hamburg',
      postalCode: '20457',
      country: 'DE',
      email: 'hello@harbour.example',
      locationName: 'Elbe',
      currency: 'EUR',
    });
    const { customerNumber, displayName } = (await house.admin.get(`/customers/${customerId}`)).body.data;
    assert.deepEqual(body.data.customer, { id: customerId, customerNumber, displayName, email });
  });

  test('is there once the order is paid, refunded or completed, and for whom it belongs to', async () => {
    const unpaid = await make({ customerId });
    const receiptOf = async (id: string) => {
      const { status, body } = await me.get(`/receipt?orderId=${id}`);
      return status === 200 ? status : body.code;
    };
    assert.equal(await receiptOf(unpaid.id), 'receipt_unavailable');
    await house.admin.patch(`/orders/${unpaid.id}`, { status: 'completed' });
    assert.equal(await receiptOf(unpaid.id), 200);
    await house.admin.patch(`/orders/${unpaid.id}`, { paymentStatus: 'paid' });
    await house.admin.patch(`/orders/${unpaid.id}`, { status: 'refunded' });
    assert.equal(await receiptOf(unpaid.id), 200);

    const paid = { items: [{ ...item, unitPrice: 0 }] };
    assert.equal(await receiptOf((await make({ ...paid })).id), 'receipt_unavailable');
    const strange = await makeOrganization(all);
    const theirs = await strange.admin.post('/orders', { status: 'processing', ...paid });
    assert.equal(await receiptOf(theirs.body.data.id), 'receipt_unavailable');
    for (const id of [customerId, 'abc']) assert.equal(await receiptOf(id), 'receipt_unavailable');
    const { status, body } = await me.get('/receipt');
    assert.deepEqual([status, body.code], [400, 'missing_field']);
  });
});
