// Importing bookings: what is made of rows, that no place goes twice, and that what is over needs none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Booking } from '#core/bookings/booking.ts';
import { getBooking } from '#core/bookings/bookings.ts';
import { createBooking } from '#core/bookings/placing/create-booking.ts';
import { getCustomer } from '#core/customers/customers.ts';
import {
  type BookingImportOptions,
  importBookings,
  previewBookingImport,
} from '#core/imports/bookings/booking-import.ts';
import type { BookingRow, BookingRowInput } from '#core/imports/bookings/booking-row.ts';
import type { RowOutcome } from '#core/imports/import-row.ts';
import type { Scope } from '#core/scope.ts';
import { makeBookable } from '#test/bookable.ts';
import { makeOrganization, world } from '#test/world.ts';

type Outcome = RowOutcome<BookingRow, Booking>;

const rowsOf = (inputs: BookingRowInput[]): BookingRow[] =>
  inputs.map((input, place) => ({ line: place + 2, input, problems: [] }));

async function gathered(batches: AsyncIterable<Outcome[]>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for await (const batch of batches) outcomes.push(...batch);
  return outcomes;
}

const runImport = (scope: Scope, inputs: BookingRowInput[], options?: BookingImportOptions) =>
  gathered(importBookings(scope, rowsOf(inputs), options));
const resultsOf = (outcomes: Outcome[]) => outcomes.map(({ result }) => result);
const madeBy = (outcome: Outcome | undefined) => {
  assert(outcome?.result === 'created', JSON.stringify(outcome));
  return outcome.record;
};

/** A house with one room for one, next year's date to book and last year's to look back on. */
async function house(options: Parameters<typeof makeBookable>[1] = { capacities: [1] }) {
  const opened = await world();
  const made = await makeOrganization(opened);
  const year = opened.clock.now().getUTCFullYear();
  const bookable = await makeBookable(made.scope, options);
  return { ...made, ...bookable, next: `${year + 1}-03-04`, last: `${year - 1}-03-04` };
}

const bookingAt = (externalId: string, date: string, time = '10:00'): BookingRowInput => ({
  externalId,
  service: 'Yoga',
  start: { date, time },
});

test('a booking to come is stored as a created one is, with its place taken and its events', async () => {
  const { scope, admin, rooms, next } = await house();
  const [outcome] = await runImport(scope, [
    { ...bookingAt('B-1', next), customerEmail: 'ada@example.com', price: 12.5, endTime: '11:30' },
  ]);
  const imported = await getBooking(scope, madeBy(outcome).id);
  assert.deepEqual(imported, madeBy(outcome));
  const { status, sublocationId, source, externalId, priceMinor, endTime } = imported;
  assert.deepEqual(
    { status, sublocationId, source, externalId, priceMinor, endTime },
    {
      status: 'confirmed',
      sublocationId: rooms[0]!.id,
      source: 'import',
      externalId: 'B-1',
      priceMinor: 1250,
      endTime: '11:30',
    },
  );
  assert.equal((await getCustomer(scope, 'ada@example.com')).id, imported.customerId);
  const events = await scope.read(
    (tx) => tx<{ type: string; data: object }[]>`
      select type, data from events
      where organization_id = ${tx.organizationId} and type ~ '^(customer|booking)' order by position
    `,
  );
  assert.deepEqual(
    events.map(({ type }) => type),
    ['customer.created', 'booking.created', 'booking.confirmed'],
  );
  assert.deepEqual(events[1]!.data, (await admin.get(`/bookings/${imported.id}`)).body.data);
  const again = createBooking(scope, { serviceId: imported.serviceId, date: next, startTime: '11:00' });
  await assert.rejects(again, { code: 'slot_unavailable' });
});

test('no place goes twice, unless the caller allows it, and then it is recorded with the one that overlaps', async () => {
  const { scope, next } = await house();
  const inputs = [
    bookingAt('1', next),
    { ...bookingAt('2', next, '10:30'), customerEmail: 'late@example.com' },
    bookingAt('3', next, '11:00'),
  ];
  const outcomes = await runImport(scope, inputs);
  assert.deepEqual(resultsOf(outcomes), ['created', 'bad', 'created']);
  assert(outcomes[1]?.result === 'bad');
  assert.equal(outcomes[1].problems[0]!.code, 'slot_unavailable');
  await assert.rejects(getCustomer(scope, 'late@example.com'), { code: 'not_found' });
  const allowed = await runImport(scope, inputs, { allowOverlap: true });
  assert.deepEqual(resultsOf(allowed), ['already_there', 'created', 'already_there']);
  assert.equal(madeBy(allowed[1]).allowsOverlap, true);
  assert.equal(madeBy(outcomes[0]).allowsOverlap, false);
});

test('what is over needs no place, and keeps the status and times it had', async () => {
  const { scope, last, rooms } = await house();
  const outcomes = await runImport(scope, [
    bookingAt('1', last),
    { ...bookingAt('2', last), sublocation: 'room 01', status: 'no_show' },
    {
      ...bookingAt('3', last),
      status: 'cancelled',
      cancelReason: 'Ill',
      createdAt: { date: last },
      cancelledAt: { date: last, time: '08:00' },
    },
  ]);
  const stored = await Promise.all(outcomes.map((outcome) => getBooking(scope, madeBy(outcome).id)));
  assert.deepEqual(stored, outcomes.map(madeBy));
  const [completed, missed, cancelled] = stored;
  assert.deepEqual([completed!.status, completed!.completedAt], ['completed', completed!.endsAt]);
  assert.deepEqual(
    [missed!.status, missed!.noShowAt, missed!.sublocationId],
    ['no_show', missed!.startsAt, rooms[0]!.id],
  );
  assert.equal(cancelled!.cancelReason, 'Ill');
  assert.equal(cancelled!.cancelledAt?.toISOString(), `${last}T07:00:00.000Z`);
  const [taken] = await scope.read(
    (tx) => tx`select from occupancies where organization_id = ${tx.organizationId}`,
  );
  assert.equal(taken, undefined);
});

test('times are read in the zone of the place, and the booking ends the next day when it ends before it starts', async () => {
  const { scope, last } = await house({ capacities: [1], timeZone: 'America/New_York' });
  const [late, exact] = await runImport(scope, [
    { ...bookingAt('1', last, '23:00'), endTime: '01:00' },
    { externalId: '2', service: 'Yoga', start: new Date(`${last}T12:00:00Z`), duration: 30 },
  ]);
  const { startsAt, endsAt } = madeBy(late);
  assert.equal(endsAt.getTime() - startsAt.getTime(), 2 * 3_600_000);
  assert.deepEqual([madeBy(exact).startTime, madeBy(exact).endTime], ['07:00', '07:30']);
});

test('bad rows are told by the field that is wrong and stop no other', async () => {
  const { scope, next, last } = await house();
  const wrong: [BookingRowInput, RegExp][] = [
    [{ externalId: undefined }, /^externalId: is needed/],
    [{ service: 'Golf' }, /^service: names no service/],
    [{ sublocation: 'Cellar' }, /^sublocation: names no sublocation/],
    [{ staff: ['Nobody'] }, /^staff\[0\]: names no member of staff/],
    [{ start: { date: '2025-02-30', time: '10:00' } }, /^start: must be a date/],
    [{ start: { date: next } }, /^startTime: is needed/],
    [{ duration: 0 }, /^duration: must be a whole number/],
    [{ start: { date: next, time: '10:00' }, status: 'completed' }, /^status: can’t be completed/],
    [{ status: 'waiting_list' }, /^status: can’t be waiting_list/],
    [{ start: { date: next, time: '10:00' }, attendeeCount: 2 }, /^attendeeCount: must be at most 1/],
    [{ price: 1.005 }, /^price: must be an amount/],
    [{ customerEmail: 'no address' }, /^customerEmail: must be an email/],
    [{ customerNumber: 'M-9999' }, /^customerNumber: is the number of no customer/],
  ];
  const outcomes = await runImport(scope, [
    bookingAt('good', last),
    ...wrong.map(([input], place) => ({ ...bookingAt(`bad ${place}`, last), ...input })),
    bookingAt('good too', next),
  ]);
  for (const [place, [, sentence]] of wrong.entries()) {
    const outcome = outcomes[place + 1]!;
    assert(outcome.result === 'bad', JSON.stringify(outcome));
    assert.match(`${outcome.problems[0]!.path}: ${outcome.problems[0]!.message}`, sentence);
  }
  assert.equal(outcomes.filter(({ result }) => result === 'created').length, 2);
});

// Without lockImports in booking-import.ts, both runs find an id unknown and book it.
test('two runs of one file at the same time make each booking once, and a third none', async () => {
  const { scope, last, next } = await house({ capacities: [10, 10, 10] });
  const inputs = Array.from({ length: 120 }, (_, index) => ({
    ...bookingAt(`B-${index}`, index % 4 === 0 ? next : last, `0${Math.floor(index / 12)}:00`),
    customerEmail: `c${index % 30}@example.com`,
  }));
  const runs = await Promise.all([runImport(scope, inputs), runImport(scope, inputs)]);
  const results = [...runs, await runImport(scope, inputs)].flatMap(resultsOf);
  assert.deepEqual(
    ['created', 'already_there', 'bad'].map((wanted) => results.filter((one) => one === wanted).length),
    [120, 240, 0],
  );
});

test('a preview tells what a run would by what is taken now, and stores nothing', async () => {
  const { scope, service, next, last } = await house();
  await createBooking(scope, { serviceId: service.id, date: next, startTime: '10:00' });
  const inputs = [
    bookingAt('1', last),
    bookingAt('2', next),
    bookingAt('3', next, '11:00'),
    bookingAt('1', last),
  ];
  const previewed = await gathered(previewBookingImport(scope, rowsOf(inputs)));
  assert.deepEqual(resultsOf(previewed), ['created', 'bad', 'created', 'already_there']);
  assert.deepEqual(resultsOf(await runImport(scope, inputs)), resultsOf(previewed));
});
