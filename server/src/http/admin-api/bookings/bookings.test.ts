// The bookings routes of the Admin API.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Caller } from '#test/ask.ts';
import { type Bookable, makeBookable } from '#test/bookable.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

let all: World;
let house: TestOrganization;
let admin: Caller;
let bookable: Bookable;

before(async () => {
  all = await world();
  house = await makeOrganization(all);
  admin = house.admin;
  bookable = await makeBookable(house.scope, {
    capacities: [4],
    service: {
      capacityMode: 'exclusive',
      cancelNoticeMinutes: 120,
      rescheduleNoticeMinutes: 120,
      lateCancelFee: 5,
      noShowGraceMinutes: 10,
      qrCodeTicketsEnabled: true,
    },
  });
});

let hoursUsed = 0;

/** An hour that no other test has booked, `days` from now. */
function anHour(days = 3): string {
  hoursUsed += 1;
  const hour = 3_600_000;
  return new Date(
    Math.ceil(all.clock.now().getTime() / hour) * hour + (days * 24 + hoursUsed) * hour,
  ).toISOString();
}

async function book(body: object = {}) {
  const answer = await admin.post('/bookings', {
    serviceId: bookable.service.id,
    startsAt: anHour(),
    ...body,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
}

const codeOf = async (answer: ReturnType<Caller['get']>) => {
  const { status, body } = await answer;
  return [status, body.code, body.details?.[0]?.path];
};

suite('a booking is made', () => {
  test('with number, code, wall times, its service’s terms and the first free place', async () => {
    const made = await book({
      date: '2026-12-24',
      startTime: '15:30',
      startsAt: undefined,
      attendeeCount: 3,
    });
    assert.match(made.bookingNumber, /^BK-\d{6}$/);
    assert.match(made.confirmationCode, /^[34679ACDEFGHJKMNPQRTUVWXY]{8}$/);
    assert.deepEqual(
      [made.startTime, made.endTime, made.duration, made.timezone, made.startsAt],
      ['15:30', '16:30', 60, 'Europe/Berlin', '2026-12-24T14:30:00.000Z'],
    );
    assert.deepEqual(
      [made.status, made.sublocationId, made.locationId, made.serviceName, made.version],
      ['scheduled', bookable.rooms[0]!.id, bookable.location.id, bookable.service.name, 1],
    );
    assert.match(made.ticketing.ticketDownloadUrl, /\/booking-ticket\?bookingId=/);
    for (const reference of [made.id, made.bookingNumber, made.confirmationCode.toLowerCase()]) {
      assert.deepEqual((await admin.get(`/bookings/${reference}`)).body.data, made);
    }
  });

  test('for a customer found or made by email, who sees it among theirs', async () => {
    const first = await book({ customer: { email: 'Ines@Example.com', firstName: 'Ines' } });
    const second = await book({ customer: { email: 'ines@example.com' } });
    assert.equal(first.customerId, second.customerId);
    assert.deepEqual(first.customers, [{ customerId: first.customerId, role: 'primary' }]);
    const { body } = await admin.get(`/bookings?customerId=${first.customerId}`);
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      [second.id, first.id],
    );
  });

  test('not where another has the place, and then with what else there is', async () => {
    const other = await makeOrganization(all);
    const { service } = await makeBookable(other.scope, { capacities: [1], service: { capacity: 1 } });
    const ask = (startsAt: string) => other.admin.post('/bookings', { serviceId: service.id, startsAt });
    const startsAt = anHour();
    assert.equal((await ask(startsAt)).status, 201);
    const { status, body } = await ask(startsAt);
    assert.deepEqual([status, body.code, body.details.length], [409, 'slot_unavailable', 3]);
    for (const { code, message } of body.details) {
      assert.equal(code, 'alternative');
      assert.equal((await ask(message)).status, 201);
    }
  });

  test('over another when staff allow it, which is recorded', async () => {
    const { startsAt } = await book();
    const over = await book({ startsAt, allowOverlap: true });
    assert.equal(over.allowsOverlap, true);
  });

  test('on the waiting list without a place', async () => {
    const { startsAt } = await book();
    const waiting = await book({ startsAt, status: 'waiting_list' });
    const { status, body } = await admin.patch(`/bookings/${waiting.id}`, { status: 'confirmed' });
    assert.deepEqual([status, body.code], [409, 'slot_unavailable']);
  });

  test('but not with what can’t be', async () => {
    const { id: serviceId } = bookable.service;
    const unknown = '019d432a-b3fe-7a52-9d0b-3f6a1c84e2b7';
    const startsAt = anHour();
    const refused: [body: object, code: string, path: string][] = [
      [{ serviceId: unknown, startsAt }, 'invalid_field', 'serviceId'],
      [{ serviceId: 'yoga', startsAt }, 'invalid_field', 'serviceId'],
      [{ serviceId }, 'missing_field', 'date'],
      [{ serviceId, date: '2027-01-05' }, 'missing_field', 'startTime'],
      [{ serviceId, date: '2027-02-29', startTime: '10:00' }, 'invalid_field', 'date'],
      [{ serviceId, date: '2027-01-05', startTime: '24:00' }, 'invalid_field', 'startTime'],
      [{ serviceId, startsAt: '2300-01-01T00:00:00Z' }, 'invalid_field', 'startsAt'],
      [{ serviceId, startsAt: '2027-01-05T10:00:30Z' }, 'invalid_field', 'startsAt'],
      [{ serviceId, startsAt, date: '2027-01-05' }, 'conflicting_parameters', 'startsAt'],
      [{ serviceId, startsAt, attendeeCount: 5 }, 'invalid_field', 'attendeeCount'],
      [{ serviceId, startsAt, attendees: [{ name: 'A' }, { name: 'B' }] }, 'invalid_field', 'attendees'],
      [{ serviceId, startsAt, sublocationId: unknown }, 'invalid_field', 'sublocationId'],
      [{ serviceId, startsAt, locationId: unknown }, 'invalid_field', 'locationId'],
      [{ serviceId, startsAt, staffIds: [unknown] }, 'invalid_field', 'staffIds[0]'],
      [{ serviceId, startsAt, resourceIds: [unknown] }, 'invalid_field', 'resourceIds[0]'],
      [{ serviceId, startsAt, customerId: unknown }, 'invalid_field', 'customerId'],
      [{ serviceId, startsAt, companyId: unknown }, 'invalid_field', 'companyId'],
      [{ serviceId, startsAt, orderId: unknown }, 'invalid_field', 'orderId'],
      [{ serviceId, startsAt, customers: [{ customerId: unknown }] }, 'invalid_field', 'customers'],
      [{ serviceId, startsAt, price: 9.999 }, 'invalid_field', 'price'],
      [{ serviceId, startsAt, price: -1 }, 'invalid_field', 'price'],
      [{ serviceId, startsAt, currency: 'XQQ', price: 1 }, 'invalid_field', 'currency'],
    ];
    for (const [body, code, path] of refused) {
      assert.deepEqual(await codeOf(admin.post('/bookings', body)), [400, code, path], JSON.stringify(body));
    }
    assert.deepEqual(await codeOf(admin.post('/bookings', { serviceId, startsAt, holdId: unknown })), [
      409,
      'hold_expired',
      undefined,
    ]);
    await book({ startsAt });
  });

  test('on a time that clocks skip an hour later, and on one they show twice the first', async () => {
    const skipped = await book({ date: '2027-03-28', startTime: '02:30', startsAt: undefined });
    assert.deepEqual([skipped.startTime, skipped.startsAt], ['03:30', '2027-03-28T01:30:00.000Z']);
    const doubled = await book({
      date: '2027-10-31',
      startTime: '02:30',
      startsAt: undefined,
      ignoreSchedule: true,
    });
    assert.deepEqual([doubled.startTime, doubled.startsAt], ['02:30', '2027-10-31T00:30:00.000Z']);
  });
});

suite('a booking is changed', () => {
  test('to another time, with its place: the old one is free again, the new one taken', async () => {
    const [{ id, startsAt }, other] = [await book(), anHour()];
    const { body } = await admin.patch(`/bookings/${id}`, { startsAt: other, version: 1 });
    assert.deepEqual([body.data.startsAt, body.data.version], [other, 2]);
    await book({ startsAt });
    assert.deepEqual(
      (await codeOf(admin.post('/bookings', { serviceId: bookable.service.id, startsAt: other })))[0],
      409,
    );
    assert.deepEqual((await codeOf(admin.patch(`/bookings/${id}`, { startsAt }))).slice(0, 2), [
      409,
      'slot_unavailable',
    ]);
    assert.equal(
      (await admin.patch(`/bookings/${id}`, { duration: 30, version: 1 })).body.code,
      'version_conflict',
    );
    assert.equal((await admin.patch(`/bookings/${id}`, { duration: 30 })).body.data.duration, 30);
  });

  test('along the table of statuses and no other way', async () => {
    const { id } = await book();
    const move = async (status: string) => (await admin.patch(`/bookings/${id}`, { status })).body;
    assert.match((await move('completed')).error, /what may follow is confirmed, reminder_sent/);
    assert.ok((await move('confirmed')).data.confirmedAt);
    assert.ok((await move('checked_in')).data.checkedInAt);
    assert.ok((await move('completed')).data.completedAt);
    assert.equal((await move('in_progress')).data.completedAt, undefined);
    await move('completed');
    all.clock.advance(24 * 3_600_000 + 1);
    assert.equal((await move('in_progress')).code, 'invalid_transition');
  });

  test('to cancelled for nothing in time and by staff, for the fee by a customer too late', async () => {
    const cancel = async (startsAt: string, body: object) => {
      const { id } = await book({ startsAt });
      return (await admin.patch(`/bookings/${id}`, { status: 'cancelled', cancelReason: 'Ill', ...body }))
        .body.data;
    };
    const ms = all.clock.now().getTime();
    const soon = new Date(ms - (ms % 60_000) + 3_600_000).toISOString();
    const late = await cancel(soon, { requestedBy: 'customer' });
    assert.deepEqual([late.lateCancelFee, late.cancelReason], [5, 'Ill']);
    assert.equal((await cancel(soon, {})).lateCancelFee, 0);
    assert.equal((await cancel(anHour(), { requestedBy: 'customer' })).lateCancelFee, 0);
  });

  test('to no-show only when its grace has passed', async () => {
    const { id, startsAt } = await book();
    const miss = () => admin.patch(`/bookings/${id}`, { status: 'no_show' });
    assert.equal((await miss()).body.code, 'invalid_transition');
    all.clock.advance(Date.parse(startsAt) - all.clock.now().getTime() + 10 * 60_000);
    assert.ok((await miss()).body.data.noShowAt);
    assert.equal((await admin.patch(`/bookings/${id}`, { status: 'checked_in' })).status, 200);
  });

  test('to another booking when it is rescheduled, and each names the other', async () => {
    const old = await book({ status: 'confirmed', attendees: [{ name: 'Ada' }] });
    const { status, body } = await admin.post(`/bookings/${old.id}/reschedule`, {
      startsAt: anHour(),
      reason: 'Rain',
    });
    assert.deepEqual([status, body.data.rescheduledFromId, body.data.status], [201, old.id, 'confirmed']);
    const after = (await admin.get(`/bookings/${old.id}`)).body.data;
    assert.deepEqual([after.status, after.rescheduledToId], ['rescheduled', body.data.id]);
    await book({ startsAt: old.startsAt });
    assert.equal(
      (await admin.patch(`/bookings/${old.id}`, { status: 'scheduled' })).body.code,
      'invalid_transition',
    );
  });

  test('and back to life when it was cancelled, only if its place is still free', async () => {
    const { id, startsAt } = await book();
    await admin.patch(`/bookings/${id}`, { status: 'cancelled' });
    const { id: inTheWay } = await book({ startsAt });
    const revive = () => admin.patch(`/bookings/${id}`, { status: 'scheduled' });
    assert.equal((await revive()).body.code, 'slot_unavailable');
    await admin.patch(`/bookings/${inTheWay}`, { status: 'cancelled' });
    const { body } = await revive();
    assert.deepEqual([body.data.status, body.data.cancelledAt], ['scheduled', undefined]);
  });

  test('and keeps what became of it', async () => {
    const { id, startsAt } = await book();
    const other = anHour();
    await admin.patch(`/bookings/${id}`, { startsAt: other });
    await admin.patch(`/bookings/${id}`, { status: 'cancelled', cancelReason: 'Rain' });
    const { changes } = (await admin.get(`/bookings/${id}/history`)).body.data;
    assert.deepEqual(
      changes.map((one: Record<string, unknown>) => [
        one.fromStartsAt,
        one.toStartsAt,
        one.fromStatus,
        one.toStatus,
        one.reason,
        one.version,
      ]),
      [
        [startsAt, other, undefined, undefined, undefined, 2],
        [undefined, undefined, 'scheduled', 'cancelled', 'Rain', 3],
      ],
    );
  });

  test('and removed only when it is cancelled', async () => {
    const { id } = await book();
    assert.deepEqual((await codeOf(admin.delete(`/bookings/${id}`))).slice(0, 2), [
      409,
      'invalid_transition',
    ]);
    await admin.patch(`/bookings/${id}`, { status: 'cancelled' });
    assert.equal((await admin.delete(`/bookings/${id}`)).status, 204);
    assert.equal((await admin.get(`/bookings/${id}`)).status, 404);
  });
});
