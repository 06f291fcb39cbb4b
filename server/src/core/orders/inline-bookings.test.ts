// Orders with bookings: all of it happens, or nothing.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Service } from '#core/services/service.ts';
import { makeBookable } from '#test/bookable.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

let all: World;
let house: TestOrganization;
let service: Service;

before(async () => {
  all = await world();
  house = await makeOrganization(all);
  ({ service } = await makeBookable(house.scope, {
    capacities: [1],
    service: { price: 40, taxRate: 19, taxSetting: 'inclusive', horizonDays: 1_825 },
  }));
});

/** A booking at this hour of a day next year. */
function bookingAt(hour: number, day = '02-02') {
  const year = all.clock.now().getUTCFullYear() + 1;
  return { serviceId: service.id, date: `${year}-${day}`, startTime: `${String(hour).padStart(2, '0')}:00` };
}

const ask = (body: object) => house.admin.post('/orders', body);

suite('an order with bookings', () => {
  test('has an item for each, priced as the service is, and its customers are the bookings’', async () => {
    const answer = await ask({
      status: 'processing',
      customer: { email: 'lena@example.com' },
      items: [{ name: 'Towel', unitPrice: 5, taxRate: 19 }],
      bookings: [bookingAt(9), { ...bookingAt(10), price: 30 }],
    });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const order = answer.body.data;
    assert.deepEqual([order.taxSetting, order.total, order.items.length], ['inclusive', 75, 3]);
    assert.deepEqual(
      order.items.map(({ bookingId }: { bookingId?: string }) => bookingId),
      [undefined, ...order.bookingIds],
    );
    assert.deepEqual((await house.admin.get(`/orders/${order.id}`)).body.data, order);
    const dropped = await house.admin.patch(`/orders/${order.id}`, {
      items: [{ name: 'Towel', unitPrice: 5 }],
    });
    assert.deepEqual([dropped.status, dropped.body.details[0].path], [400, 'items']);
    const booking = (await house.admin.get(`/bookings/${order.bookingIds[1]}`)).body.data;
    assert.deepEqual(
      [booking.orderId, booking.orderItemId, booking.customerId, booking.price, booking.paymentStatus],
      [order.id, order.items[2].id, order.customerId, 30, 'pending'],
    );
  });

  test('sells the new booking with the same item when one is rescheduled', async () => {
    const { id, bookingIds, items } = (await ask({ status: 'processing', bookings: [bookingAt(9, '02-09')] }))
      .body.data;
    const { date, startTime } = bookingAt(12, '02-09');
    const moved = await house.admin.post(`/bookings/${bookingIds[0]}/reschedule`, { date, startTime });
    assert.equal(moved.status, 201, JSON.stringify(moved.body));
    const order = (await house.admin.get(`/orders/${id}`)).body.data;
    assert.deepEqual([order.items[0].id, order.items[0].bookingId], [items[0].id, moved.body.data.id]);
  });

  test('marks them paid when it is paid, and releases them when it is cancelled', async () => {
    const { id, bookingIds } = (await ask({ status: 'processing', bookings: [bookingAt(11)] })).body.data;
    const booking = async () => (await house.admin.get(`/bookings/${bookingIds[0]}`)).body.data;
    await house.admin.patch(`/orders/${id}`, { paymentStatus: 'paid' });
    assert.equal((await booking()).paymentStatus, 'paid');
    await house.admin.patch(`/orders/${id}`, { status: 'cancelled', cancelReason: 'Ill' });
    assert.deepEqual([(await booking()).status, (await booking()).cancelReason], ['cancelled', 'Ill']);
    assert.equal((await ask({ bookings: [bookingAt(11)] })).status, 201, 'the place is free again');
  });

  test('leaves nothing behind when one of them finds no place', async () => {
    const counts = () =>
      all.parts.db.read(house.organization.id, (tx) =>
        run(
          tx,
          `select (select count(*) from orders) as orders, (select count(*) from bookings) as bookings,
             (select count(*) from events) as events, (select count(*) from customers) as customers`,
        ),
      );
    const before = await counts();
    const answer = await ask({
      customer: { email: 'new@example.com' },
      bookings: [bookingAt(15), bookingAt(9)],
    });
    assert.deepEqual([answer.status, answer.body.code], [409, 'slot_unavailable']);
    assert.equal(answer.body.details[0].path, 'bookings[1]');
    const twice = await ask({ bookings: [bookingAt(16), bookingAt(16)] });
    assert.deepEqual([twice.status, twice.body.code], [409, 'slot_unavailable']);
    assert.deepEqual(await counts(), before);
  });

  test('names the field of the booking that is wrong', async () => {
    const refused: [booking: object, path: string][] = [
      [{ ...bookingAt(9), attendeeCount: 5 }, 'bookings[1].attendeeCount'],
      [{ ...bookingAt(9), startTime: '25:00' }, 'bookings[1].startTime'],
      [{ ...bookingAt(9), price: 0.001 }, 'bookings[1].price'],
      [{ ...bookingAt(9), serviceId: 'yoga' }, 'bookings[1].serviceId'],
    ];
    for (const [booking, path] of refused) {
      const { status, body } = await ask({ bookings: [bookingAt(20), booking] });
      assert.deepEqual([status, body.details?.[0].path], [400, path], JSON.stringify(body));
    }
    const priced = await ask({ taxSetting: 'exclusive', bookings: [bookingAt(20)] });
    assert.deepEqual([priced.status, priced.body.details[0].path], [400, 'bookings[0].price']);
  });
});
