// Series: bookings that repeat at the same wall time, all or those that fit.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createBooking } from '#core/bookings/placing/create-booking.ts';
import {
  cancelBookingSeries,
  createBookingSeries,
  getBookingSeries,
  type SeriesInput,
} from '#core/bookings/series/booking-series.ts';
import { datesOf } from '#core/bookings/series/series.ts';
import { listCustomers } from '#core/customers/customer-list.ts';
import { addDays } from '#core/places/local-date.ts';
import { wallTimeAt } from '#core/places/local-time.ts';
import { replaceLocationSchedule } from '#core/places/locations.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { dailyHours, makeBookable } from '#test/bookable.ts';
import { makeOrganization, world } from '#test/world.ts';

suite('the dates of a series', () => {
  test('are so many days, weeks or months apart', () => {
    assert.deepEqual(dates('2026-03-28', { frequency: 'daily', interval: 2, count: 3 }), [
      '2026-03-28',
      '2026-03-30',
      '2026-04-01',
    ]);
    assert.deepEqual(dates('2026-12-28', { frequency: 'weekly', until: '2027-01-11' }), [
      '2026-12-28',
      '2027-01-04',
      '2027-01-11',
    ]);
    assert.deepEqual(dates('2026-01-31', { frequency: 'monthly', count: 4 }), [
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
  });

  for (const [path, repetition] of [
    ['series.count', {}],
    ['series.count', { count: 3, until: '2026-05-01' }],
    ['series.count', { count: 1 }],
    ['series.count', { count: 101 }],
    ['series.until', { until: '2026-01-05' }],
    ['series.until', { until: '2026-02-30' }],
    ['series.until', { until: '2027-06-01' }],
  ] as const) {
    test(`are refused for ${JSON.stringify(repetition)}`, () => {
      const problems: FaultDetail[] = [];
      datesOf('2026-01-05', { frequency: 'daily', ...repetition }, problems);
      assert.deepEqual(
        problems.map((one) => one.path),
        [path],
      );
    });
  }
});

suite('a series', () => {
  test('is at the same wall time on both sides of a change of clocks', async () => {
    const { scope, weekly } = await openHouse();
    // A quarter of a year apart, one of four at the least lies on the other side.
    const { bookings, id } = await createBookingSeries(scope, weekly({ count: 4, interval: 13 }));
    assert.equal(bookings.length, 4);
    assert.deepEqual([...new Set(bookings.map(({ startTime }) => startTime))], ['10:00']);
    assert.equal(new Set(bookings.map(({ startsAt }) => startsAt.getUTCHours())).size, 2);
    assert.ok(bookings.every(({ seriesId }) => seriesId === id));
    const { skippedDates: _, ...series } = await createBookingSeries(scope, weekly({ count: 2 }, '15:00'));
    assert.deepEqual(await getBookingSeries(scope, series.id), series);
  });

  test('is made whole or not at all', async () => {
    const { scope, weekly, first } = await openHouse();
    const third = addDays(first.date, 14);
    await createBooking(scope, { ...first, date: third });
    await assert.rejects(createBookingSeries(scope, weekly({ count: 4 })), {
      code: 'slot_unavailable',
      message: `${third}: There is no place free at that time.`,
    });
    assert.equal((await createBooking(scope, first)).status, 'scheduled', 'the first date is still free');
  });

  test('leaves out what can’t be had, if told so: what is taken and what is closed', async () => {
    const { scope, weekly, first, location } = await openHouse();
    await createBooking(scope, { ...first, date: addDays(first.date, 7) });
    const closed = addDays(first.date, 21);
    await replaceLocationSchedule(scope, location.id, {
      rules: [],
      exceptions: [{ date: closed, intervals: [] }],
    });
    const { bookings, skippedDates } = await createBookingSeries(scope, {
      ...weekly({ count: 5 }),
      skipConflicts: true,
    });
    assert.deepEqual(skippedDates, [addDays(first.date, 7), closed]);
    assert.deepEqual(
      bookings.map(({ date }) => date),
      [0, 14, 28].map((days) => addDays(first.date, days)),
    );
    await replaceLocationSchedule(scope, location.id, { rules: dailyHours(20, 22).rules, exceptions: [] });
    await assert.rejects(createBookingSeries(scope, { ...weekly({ count: 3 }), skipConflicts: true }), {
      code: 'slot_unavailable',
    });
  });

  test('makes a customer named by email once, with the first booking there is', async () => {
    const { scope, weekly, first } = await openHouse();
    await createBooking(scope, first);
    const { bookings } = await createBookingSeries(scope, {
      ...weekly({ count: 3 }),
      skipConflicts: true,
      customer: { email: 'series@example.com', firstName: 'Sera' },
    });
    const { items } = await listCustomers(scope, { limit: 10 });
    assert.equal(items.length, 1);
    assert.deepEqual(
      bookings.map(({ customerId }) => customerId),
      [items[0]!.id, items[0]!.id],
    );
  });

  test('is cancelled from a date on; what is before stays', async () => {
    const { scope, weekly, first } = await openHouse();
    const { id } = await createBookingSeries(scope, weekly({ count: 4 }));
    const fromDate = addDays(first.date, 14);
    const { bookings } = await cancelBookingSeries(scope, id, { fromDate, reason: 'Holidays' });
    assert.deepEqual(
      bookings.map(({ status, cancelReason }) => [status, cancelReason]),
      [
        ['scheduled', undefined],
        ['scheduled', undefined],
        ['cancelled', 'Holidays'],
        ['cancelled', 'Holidays'],
      ],
    );
    const all = await cancelBookingSeries(scope, id, {});
    assert.ok(all.bookings.every(({ status }) => status === 'cancelled'));
    await assert.rejects(cancelBookingSeries(scope, scope.organization.id, {}), { code: 'not_found' });
    await assert.rejects(getBookingSeries(scope, 'none'), { code: 'not_found' });
  });
});

function dates(first: string, repetition: Parameters<typeof datesOf>[1]): string[] {
  const problems: FaultDetail[] = [];
  const found = datesOf(first, repetition, problems);
  assert.deepEqual(problems, []);
  return found;
}

/** A house with one room for one booking at a time; `first` is tomorrow at ten. */
async function openHouse() {
  const { scope } = await makeOrganization(await world());
  const { service, location } = await makeBookable(scope, { service: { horizonDays: 400 } });
  const date = addDays(wallTimeAt(location.timeZone, scope.clock.now()).date, 1);
  const first = { serviceId: service.id, date, startTime: '10:00' };
  const weekly = (length: { count: number; interval?: number }, startTime = '10:00'): SeriesInput => ({
    ...first,
    startTime,
    series: { frequency: 'weekly', ...length },
  });
  return { scope, weekly, first, location };
}
