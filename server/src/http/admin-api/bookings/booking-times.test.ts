// Free times, holds and series over HTTP: what each route answers, and to whom.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays } from '#core/places/local-date.ts';
import { wallTimeAt } from '#core/places/local-time.ts';
import { replaceLocationSchedule } from '#core/places/locations.ts';
import { newId } from '#kit/id.ts';
import { askAs } from '#test/ask.ts';
import { dailyHours, makeBookable } from '#test/bookable.ts';
import { makeOrganization, world } from '#test/world.ts';

suite('GET /availability', () => {
  test('answers the free times of a service, as moments and as clocks show them', async () => {
    const { admin, scope, location, rooms, day, query } = await openHouse();
    await replaceLocationSchedule(scope, location.id, dailyHours(9, 11));
    const { status, body } = await admin.get(`/availability?${query}&attendeeCount=2`);
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.slots.map((slot: { startTime: string }) => slot.startTime),
      ['09:00', '10:00'],
    );
    const [slot] = body.data.slots;
    assert.equal(new Date(slot.startsAt).getTime() + 3_600_000, new Date(slot.endsAt).getTime());
    assert.deepEqual(
      [slot.date, slot.timezone, slot.placesLeft, slot.locationId, slot.sublocationIds, slot.staffIds],
      [day, 'Europe/Berlin', 10, location.id, [rooms[0]!.id], []],
    );
  });

  test('names what is wrong with a question', async () => {
    const { admin, day, query } = await openHouse();
    const refused: [string, string][] = [
      ['serviceId', `serviceId=${newId(new Date())}&from=${day}&to=${day}`],
      ['from', query.replace(/from=[^&]+/, 'from=2026-02-30')],
      ['attendeeCount', `${query}&attendeeCount=0`],
      ['duration', `${query}&duration=1.5`],
      ['sublocationId', `${query}&sublocationId=nowhere`],
      ['places', `${query}&places=1`],
    ];
    for (const [path, text] of refused) {
      const { status, body } = await admin.get(`/availability?${text}`);
      assert.deepEqual([status, body.details[0].path], [400, path]);
    }
  });

  test('is for keys that may read bookings', async () => {
    const { app, keyFor, query } = await openHouse();
    const ask = async (...permissions: string[]) =>
      (await askAs(app, await keyFor(permissions)).get(`/availability?${query}`)).status;
    assert.deepEqual([await ask('bookings:read'), await ask('bookings:write')], [200, 403]);
  });
});

suite('/holds', () => {
  test('keeps a place, shows it and gives it up', async () => {
    const { admin, place } = await openHouse();
    const made = await admin.post('/holds', { ...place, holder: 'visit-1' });
    assert.equal(made.status, 201);
    const { id, startTime, endTime, createdAt, expiresAt } = made.body.data;
    assert.deepEqual([startTime, endTime], ['10:00', '11:00']);
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 600_000);
    assert.equal((await admin.post('/bookings', place)).status, 409);
    assert.deepEqual((await admin.get(`/holds/${id}`)).body.data, made.body.data);
    assert.equal((await admin.delete(`/holds/${id}`)).status, 204);
    assert.equal((await admin.get(`/holds/${id}`)).status, 404);
    assert.equal((await admin.delete(`/holds/${id}`)).status, 404);
  });

  test('are used once, by the booking that names them', async () => {
    const { admin, place } = await openHouse();
    const { id: holdId } = (await admin.post('/holds', { ...place, holder: 'visit-1' })).body.data;
    assert.equal((await admin.post('/bookings', { ...place, holdId })).status, 201);
    const again = await admin.post('/bookings', { ...place, startTime: '12:00', holdId });
    assert.deepEqual([again.status, again.body.code], [409, 'hold_expired']);
  });

  test('name what is wrong', async () => {
    const { admin, place } = await openHouse();
    const refused: [string, object][] = [
      ['holder', place],
      ['holder', { ...place, holder: '' }],
      ['serviceId', { ...place, holder: 'x', serviceId: newId(new Date()) }],
      ['startTime', { ...place, holder: 'x', startTime: '25:00' }],
      ['attendeeCount', { ...place, holder: 'x', attendeeCount: 11 }],
    ];
    for (const [path, sent] of refused) {
      const { status, body } = await admin.post('/holds', sent);
      assert.deepEqual([status, body.details[0].path], [400, path]);
    }
  });
});

suite('/booking-series', () => {
  test('makes bookings that repeat, shows them and cancels what is left', async () => {
    const { admin, place, day } = await openHouse();
    const series = { frequency: 'daily', count: 3 };
    const made = await admin.post('/booking-series', { ...place, series, status: 'confirmed' });
    assert.equal(made.status, 201);
    const { id, bookings, skippedDates, ...told } = made.body.data;
    assert.deepEqual(skippedDates, []);
    assert.deepEqual(
      bookings.map(({ date, status, seriesId }: Record<string, string>) => [date, status, seriesId]),
      [0, 1, 2].map((days) => [addDays(day, days), 'confirmed', id]),
    );
    assert.deepEqual((await admin.get(`/booking-series/${id}`)).body.data, { id, ...told, bookings });
    const fromDate = addDays(day, 1);
    const cancelled = await admin.post(`/booking-series/${id}/cancel`, { fromDate });
    assert.equal(cancelled.status, 200);
    assert.deepEqual(
      cancelled.body.data.bookings.map(({ status }: { status: string }) => status),
      ['confirmed', 'cancelled', 'cancelled'],
    );
  });

  test('names the day that can’t be had, or leaves it out if told so', async () => {
    const { admin, place, day } = await openHouse();
    const second = addDays(day, 1);
    await admin.post('/bookings', { ...place, date: second });
    const sent = { ...place, series: { frequency: 'daily', until: addDays(day, 2) } };
    const refused = await admin.post('/booking-series', sent);
    assert.deepEqual([refused.status, refused.body.code], [409, 'slot_unavailable']);
    assert.match(refused.body.error, new RegExp(`^${second}`));
    const made = await admin.post('/booking-series', { ...sent, skipConflicts: true });
    assert.deepEqual([made.status, made.body.data.skippedDates], [201, [second]]);
  });

  test('names what is wrong', async () => {
    const { admin, place } = await openHouse();
    const refused: [string, object][] = [
      ['series', place],
      ['series.frequency', { ...place, series: { frequency: 'yearly', count: 2 } }],
      ['series.count', { ...place, series: { frequency: 'daily' } }],
      ['series.count', { ...place, series: { frequency: 'daily', count: 101 } }],
      ['holdId', { ...place, holdId: newId(new Date()), series: { frequency: 'daily', count: 2 } }],
    ];
    for (const [path, sent] of refused) {
      const { status, body } = await admin.post('/booking-series', sent);
      assert.deepEqual([status, body.details[0].path], [400, path]);
    }
    assert.equal((await admin.get(`/booking-series/${newId(new Date())}`)).status, 404);
    assert.equal((await admin.post('/booking-series/none/cancel', {})).status, 404);
  });
});

suite('other times', () => {
  test('are named wherever the wanted one can’t be had, the nearest by the clocks where it takes place', async () => {
    const all = await world();
    const { admin, scope } = await makeOrganization(all, { timeZone: 'Europe/Berlin' });
    const { service } = await makeBookable(scope, {
      capacities: [1],
      timeZone: 'Asia/Tokyo',
      service: { capacity: 1 },
    });
    const date = new Date(all.clock.now().getTime() + 48 * 3_600_000).toISOString().slice(0, 10);
    const at = (startTime: string) => ({ serviceId: service.id, date, startTime });
    assert.equal((await admin.post('/bookings', at('10:00'))).status, 201);
    const { id } = (await admin.post('/bookings', at('15:00'))).body.data;
    const near = ['09:00', '11:00', '08:00'].map((time) =>
      new Date(`${date}T${time}:00+09:00`).toISOString(),
    );
    for (const refused of [
      await admin.post('/bookings', at('10:00')),
      await admin.post('/holds', { ...at('10:00'), holder: 'visit' }),
      await admin.patch(`/bookings/${id}`, { startTime: '10:00' }),
      await admin.post(`/bookings/${id}/reschedule`, { startTime: '10:00' }),
    ]) {
      const named = refused.body.details.map(({ message }: { message: string }) => message);
      assert.deepEqual([refused.status, new Set(named)], [409, new Set(near)]);
    }
  });
});

/** A house with a room for one booking at a time; `place` is tomorrow at ten. */
async function openHouse() {
  const all = await world();
  const house = await makeOrganization(all);
  const bookable = await makeBookable(house.scope);
  const { location, service } = bookable;
  const day = addDays(wallTimeAt(location.timeZone, all.clock.now()).date, 1);
  const place = { serviceId: service.id, date: day, startTime: '10:00' };
  const query = `serviceId=${service.id}&from=${day}&to=${day}`;
  return { ...house, ...bookable, app: all.app, day, place, query };
}
