// The orders routes of the Admin API.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Caller } from '#test/ask.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

let all: World;
let house: TestOrganization;
let admin: Caller;

before(async () => {
  all = await world();
  house = await makeOrganization(all);
  admin = house.admin;
});

const pass = { name: 'Day pass', unitPrice: 29.9, taxRate: 19 };

async function make(body: object) {
  const answer = await admin.post('/orders', body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
}

suite('an order is created', () => {
  test('with its number, what it comes to, and its customer found or made by email', async () => {
    const customer = { email: 'Ines@Example.com', firstName: 'Ines' };
    const first = await make({ customer, items: [{ ...pass, quantity: 2 }], orderDiscount: 5, tipAmount: 1 });
    assert.match(first.orderNumber, /^ORD-\d{6}$/);
    assert.deepEqual(
      [first.subtotal, first.discountTotal, first.taxTotal, first.total, first.balanceDue],
      [59.8, 5, 10.41, 66.21, 66.21],
    );
    assert.deepEqual(first.customers, [{ customerId: first.customerId, role: 'primary' }]);
    const second = await make({ customer: { email: 'ines@example.com' }, items: [pass] });
    assert.equal(second.customerId, first.customerId);
    const stored = (await admin.get(`/customers/${first.customerId}`)).body.data;
    assert.deepEqual([stored.firstName, stored.totalOrders], ['Ines', 0]);
  });

  test('without items only as a draft or an open tab', async () => {
    assert.equal((await make({})).status, 'draft');
    assert.equal((await make({ status: 'open_tab' })).total, 0);
    const { status, body } = await admin.post('/orders', { status: 'processing' });
    assert.deepEqual([status, body.details[0].path], [400, 'items']);
  });

  test('in the minor units of its currency', async () => {
    const yen = await make({
      currency: 'jpy',
      items: [{ name: 'Tea', unitPrice: 333, quantity: 1.5, taxRate: 10 }],
    });
    assert.deepEqual([yen.currency, yen.subtotal, yen.taxTotal, yen.total], ['JPY', 500, 50, 550]);
    const dinar = await make({ currency: 'JOD', items: [{ name: 'Tea', unitPrice: 1.255, taxRate: 16 }] });
    assert.deepEqual([dinar.subtotal, dinar.taxTotal, dinar.total], [1.255, 0.201, 1.456]);
  });

  test('is refused with the field that is wrong', async () => {
    const unknown = '019d432a-b3fe-7a52-9d0b-3f6a1c84e2b7';
    const refused: [body: object, path: string][] = [
      [{ items: [{ name: 'Tea', unitPrice: -1 }] }, 'items[0].unitPrice'],
      [{ items: [{ name: 'Tea', unitPrice: 0.001 }] }, 'items[0].unitPrice'],
      [{ items: [{ name: 'Tea', unitPrice: 1e15 }] }, 'items[0].unitPrice'],
      [{ items: [{ name: 'Tea', unitPrice: 1e12, quantity: 2 }] }, 'items[0].unitPrice'],
      [{ items: [{ name: 'Tea', unitPrice: 1e12 }, pass] }, 'total'],
      [{ currency: 'JPY', items: [{ name: 'Tea', unitPrice: 1.5 }] }, 'items[0].unitPrice'],
      [{ items: [{ ...pass, quantity: 0 }] }, 'items[0].quantity'],
      [{ items: [{ ...pass, quantity: 0.0001 }] }, 'items[0].quantity'],
      [{ items: [{ ...pass, taxRate: 101 }] }, 'items[0].taxRate'],
      [{ items: [{ ...pass, discount: 30 }] }, 'items[0].discount'],
      [{ items: [{ unitPrice: 1 }] }, 'items[0].name'],
      [{ items: [{ name: 'Tea' }] }, 'items[0].unitPrice'],
      [{ items: [{ serviceId: unknown, unitPrice: 1 }] }, 'items[0].serviceId'],
      [{ items: [{ ...pass, id: unknown }] }, 'items[0].id'],
      [{ items: [pass], orderDiscount: 29.91 }, 'orderDiscount'],
      [{ items: [pass], total: 35.57 }, 'total'],
      [{ items: [{ ...pass, tax: 5.69 }] }, 'items[0].tax'],
      [{ items: [pass], currency: 'XYZ' }, 'currency'],
      [{ customerId: unknown }, 'customerId'],
      [{ customerId: 'jane' }, 'customerId'],
      [{ customers: [{ customerId: unknown, role: 'attendee' }] }, 'customerId'],
      [{ companyId: unknown }, 'companyId'],
      [{ enquiryId: unknown }, 'enquiryId'],
      [{ locationId: unknown }, 'locationId'],
      [{ sublocationId: unknown }, 'sublocationId'],
      [{ customer: { email: 'nobody' } }, 'customer.email'],
      [{ customer: { email: 'a@example.com' }, customerId: unknown }, 'customer'],
      [{ items: [pass], storeCreditApplied: 1 }, 'storeCreditApplied'],
      [
        { bookings: [{ serviceId: unknown, date: '2030-01-01', startTime: '10:00' }] },
        'bookings[0].serviceId',
      ],
      [{ status: 'completed' }, 'status'],
      [{ balanceDue: 1 }, 'balanceDue'],
    ];
    for (const [body, path] of refused) {
      const answer = await admin.post('/orders', body);
      assert.deepEqual([answer.status, answer.body.details?.[0].path], [400, path], JSON.stringify(body));
    }
    const sums = { subtotal: 29.9, discountTotal: 0, taxTotal: 5.68, total: 35.58 };
    assert.equal(
      (await make({ items: [{ ...pass, subtotal: 29.9, tax: 5.68, total: 35.58 }], ...sums })).total,
      35.58,
    );
  });
});

suite('an order moves on', () => {
  test('as the table has it, and other moves are refused with the moves that are allowed', async () => {
    const { id } = await make({ items: [pass] });
    const refused = await admin.patch(`/orders/${id}`, { status: 'completed' });
    assert.deepEqual([refused.status, refused.body.code], [409, 'invalid_transition']);
    assert.match(refused.body.error, /may become open_tab or processing or cancelled/);
    for (const status of ['open_tab', 'processing', 'completed']) {
      const moved = await admin.patch(`/orders/${id}`, { status });
      assert.deepEqual([moved.status, moved.body.data.status], [200, status]);
    }
    const last = await admin.patch(`/orders/${id}`, { status: 'cancelled' });
    assert.deepEqual([last.status, last.body.code], [409, 'invalid_transition']);
  });

  test('by its payments, which can be no more than what is due', async () => {
    const { id, total } = await make({ status: 'processing', items: [pass] });
    const pay = (amount: number, more = {}) =>
      admin.post(`/orders/${id}/payments`, { amount, method: 'card', ...more });
    assert.equal((await pay(total + 0.01)).body.details[0].path, 'amount');
    assert.equal((await pay(10, { status: 'failed' })).body.data.paymentStatus, 'failed');
    const part = (await pay(10)).body.data;
    assert.deepEqual([part.paymentStatus, part.amountPaid, part.balanceDue], ['pending', 10, 25.58]);
    const whole = (await pay(25.58, { cardBrand: 'visa', cardLast4: '4242' })).body.data;
    assert.deepEqual([whole.paymentStatus, whole.balanceDue, whole.payments.length], ['paid', 0, 3]);
    assert.equal((await pay(0.01)).status, 400);
    const frozen = await admin.patch(`/orders/${id}`, { items: [pass, pass] });
    assert.deepEqual([frozen.status, frozen.body.code], [409, 'items_frozen']);
  });

  test('once for each Idempotency-Key', async () => {
    const { id } = await make({ status: 'processing', items: [pass] });
    const body = { amount: 10, method: 'cash' };
    for (const _ of [1, 2]) {
      const answer = await admin.post(`/orders/${id}/payments`, body, { 'idempotency-key': `pay-${id}` });
      assert.deepEqual([answer.status, answer.body.data.amountPaid], [201, 10]);
    }
    assert.equal((await admin.get(`/orders/${id}`)).body.data.payments.length, 1);
  });

  test('by its refunds: a part keeps it paid, all of it makes it refunded', async () => {
    const { id } = await make({ status: 'processing', items: [pass] });
    const paid = (await admin.patch(`/orders/${id}`, { paymentStatus: 'paid' })).body.data;
    assert.deepEqual([paid.amountPaid, paid.payments[0].method], [35.58, 'other']);
    const refund = (body: object) => admin.post(`/orders/${id}/refunds`, body);
    assert.equal((await refund({ amount: 35.59 })).body.details[0].path, 'amount');
    const part = (await refund({ amount: 5, reason: 'Late' })).body.data;
    assert.deepEqual([part.status, part.paymentStatus, part.refundAmount], ['processing', 'paid', 5]);
    const whole = (await refund({})).body.data;
    assert.deepEqual(
      [whole.status, whole.paymentStatus, whole.refundAmount, whole.refunds.length],
      ['refunded', 'refunded', 35.58, 2],
    );
    assert.equal((await refund({ amount: 1 })).body.code, 'invalid_transition');
  });

  test('takes no payment as a draft or once it is over', async () => {
    const { id } = await make({ items: [pass] });
    const pay = () => admin.post(`/orders/${id}/payments`, { amount: 1, method: 'cash' });
    assert.equal((await pay()).body.code, 'invalid_transition');
    await admin.patch(`/orders/${id}`, { status: 'cancelled', cancelReason: 'Changed their mind' });
    assert.equal((await pay()).body.code, 'invalid_transition');
  });

  test('is refused when it was made from an older version', async () => {
    const { id } = await make({ items: [pass] });
    assert.equal((await admin.patch(`/orders/${id}`, { notes: 'First' }, { 'if-match': '"1"' })).status, 200);
    const late = await admin.patch(`/orders/${id}`, { notes: 'Second', version: 1 });
    assert.deepEqual([late.status, late.body.code], [409, 'version_conflict']);
    const same = (await admin.patch(`/orders/${id}`, { notes: 'First' })).body.data;
    assert.equal(same.version, 2, 'a change that changes nothing is none');
  });
});

suite('an order is deleted', () => {
  test('as a draft or cancelled only, and can be restored for 30 days', async () => {
    const { id, orderNumber } = await make({ items: [pass] });
    assert.equal((await admin.delete(`/orders/${id}`)).status, 204);
    assert.equal((await admin.get(`/orders/${orderNumber}`)).status, 404);
    assert.equal((await admin.patch(`/orders/${id}`, { notes: 'x' })).status, 404);
    assert.equal((await admin.delete(`/orders/${id}`)).status, 404);
    const restored = await admin.post(`/orders/${id}/restore`);
    assert.deepEqual([restored.status, restored.body.data.items.length], [200, 1]);
    await admin.patch(`/orders/${id}`, { status: 'processing' });
    assert.equal((await admin.delete(`/orders/${id}`)).body.code, 'invalid_transition');
  });
});

suite('orders are listed', () => {
  test('newest first, in pages, by status, payment, customer and company, without deleted ones', async () => {
    const own = await makeOrganization(all);
    const post = async (body: object) => (await own.admin.post('/orders', body)).body.data;
    const customer = (await own.admin.post('/customers', {})).body.data;
    const company = (await own.admin.post('/companies', { name: 'Raman' })).body.data;
    const draft = await post({ items: [pass], customerId: customer.id });
    const paid = await post({ status: 'processing', items: [{ name: 'Gift', unitPrice: 0 }] });
    const tab = await post({ status: 'open_tab', companyId: company.id });
    const gone = await post({});
    await own.admin.delete(`/orders/${gone.id}`);
    const idsOf = async (query: string) => {
      const { body } = await own.admin.get(`/orders?${query}`);
      return body.data.map(({ id }: { id: string }) => id);
    };
    assert.deepEqual(await idsOf(''), [tab.id, paid.id, draft.id]);
    assert.deepEqual(await idsOf('status=draft'), [draft.id]);
    assert.deepEqual(await idsOf('paymentStatus=paid'), [paid.id]);
    assert.deepEqual(await idsOf(`customerId=${customer.id}`), [draft.id]);
    assert.deepEqual(await idsOf(`companyId=${company.id}`), [tab.id]);
    const page = (await own.admin.get('/orders?limit=2')).body.pagination;
    assert.deepEqual(await idsOf(`limit=2&cursor=${page.nextCursor}`), [draft.id]);
    const moment = new Date(all.clock.now().getTime() + 60_000).toISOString();
    all.clock.advance(120_000);
    await own.admin.patch(`/orders/${draft.id}`, { notes: 'Later' });
    assert.deepEqual(await idsOf(`updatedAfter=${moment}`), [draft.id]);
    assert.deepEqual(await idsOf(`createdAfter=${moment}`), []);
    const { options } = (await own.admin.get(`/metadata/options/orders?search=${tab.orderNumber}`)).body.data;
    assert.deepEqual(options, [{ id: tab.id, name: tab.orderNumber }]);
  });
});
