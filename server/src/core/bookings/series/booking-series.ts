// Operations on series: making bookings that repeat, all or those that fit, and cancelling what is left of them.
// Source: G-067.
import type { Booking } from '#core/bookings/booking.ts';
import { bookingConflict, isNumberTaken } from '#core/bookings/booking-conflicts.ts';
import { cancelBookings } from '#core/bookings/order-bookings.ts';
import { arrange } from '#core/bookings/placing/arrangement.ts';
import { lockBookingPlaces, placeBooking } from '#core/bookings/placing/placing-bookings.ts';
import {
  type BookingInput,
  idOf,
  lowerIds,
  type PreparedBooking,
  prepareBooking,
} from '#core/bookings/placing/prepare-booking.ts';
import { datesOf, type Repetition, type Series } from '#core/bookings/series/series.ts';
import { findSeries, insertSeries, selectBookingsOfSeries } from '#core/bookings/series/series-queries.ts';
import { isWorthPreparingAnew } from '#core/customers/mentioned-customer.ts';
import type { LocalDate } from '#core/places/local-date.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { Fault, type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { isUuid, newId } from '#kit/id.ts';

/** What is said about the bookings of a series: the first one, and how it repeats. */
export interface SeriesInput extends Omit<BookingInput, 'holdId'> {
  series: Repetition;
  /** Leaves out the dates on which there is no place, or it is closed; default false: then it is all or none. */
  skipConflicts?: boolean | undefined;
}

/** A series with its bookings in order. */
export interface SeriesWithBookings extends Series {
  bookings: Booking[];
}

/** A series as it was made, with the dates that were left out. */
export interface MadeSeries extends SeriesWithBookings {
  skippedDates: LocalDate[];
}

/**
 * Makes bookings that repeat at the same wall time, in one transaction. Throws `slot_unavailable` when one of them, or
 * with `skipConflicts` all of them, can't be had, and what `createBooking` throws.
 */
export async function createBookingSeries(scope: Scope, input: SeriesInput): Promise<MadeSeries> {
  const plan = await prepareSeries(scope, input);
  try {
    return await scope.write((tx) => placeSeries(tx, scope, plan));
  } catch (error) {
    const isOutrun =
      isNumberTaken(error) || (await isWorthPreparingAnew(scope, error, plan.prepared[0]?.mentioned));
    if (isOutrun) return createBookingSeries(scope, input);
    throw bookingConflict(error);
  }
}

/** A series with its bookings. Throws `not_found`. */
export async function getBookingSeries(scope: Scope, id: string): Promise<SeriesWithBookings> {
  if (!isUuid(id)) throw missing('The series');
  return scope.read((tx) => readSeries(tx, id));
}

/**
 * Cancels those bookings of a series that have yet to start, from a date on, and returns the series. Throws `not_found`.
 */
export async function cancelBookingSeries(
  scope: Scope,
  id: string,
  { fromDate, reason }: { fromDate?: LocalDate | undefined; reason?: string | undefined },
): Promise<SeriesWithBookings> {
  if (!isUuid(id)) throw missing('The series');
  return scope.write(async (tx) => {
    const { bookings } = await readSeries(tx, id);
    const now = scope.clock.now();
    const following = bookings.filter(
      ({ startsAt, date }) => startsAt > now && (fromDate === undefined || date >= fromDate),
    );
    await cancelBookings(tx, scope, { ids: following.map((booking) => booking.id), reason });
    return readSeries(tx, id);
  });
}

interface SeriesPlan {
  series: Series;
  prepared: PreparedBooking[];
  skipsConflicts: boolean;
  skippedDates: LocalDate[];
}

/** Checks all that is said and prepares each booking. The first date counts as one of the series, fit or not. */
async function prepareSeries(scope: Scope, input: SeriesInput): Promise<SeriesPlan> {
  const { series: repetition, skipConflicts = false, ...booking } = input;
  const createdAt = scope.clock.now();
  const id = newId(createdAt);
  const { date: firstDate, startTime } = await firstStart(scope, booking);
  const problems: FaultDetail[] = [];
  const dates = datesOf(firstDate, repetition, problems);
  throwProblems(problems);

  const prepared: PreparedBooking[] = [];
  const skippedDates: LocalDate[] = [];
  for (const date of dates) {
    // Who is named by email is found or prepared with the first booking, and is the same customer in all others.
    const customerId = prepared[0]?.mentioned?.customer.id;
    const customer = customerId === undefined ? {} : { customer: undefined, customerId };
    const each = { ...booking, ...customer, startsAt: undefined, date, startTime };
    const one = await unlessUnavailable(date, skipConflicts, () =>
      prepareBooking(scope, each, { seriesId: id }),
    );
    if (one) prepared.push(one);
    else skippedDates.push(date);
  }
  const { frequency, interval = 1 } = repetition;
  const lastDate = dates.at(-1)!;
  const series = { id, frequency, interval, firstDate, startTime, lastDate, createdAt };
  return { series, prepared, skipsConflicts: skipConflicts, skippedDates };
}

/** When the first one is, by the clocks of where it is; whether it can be had then is asked for each of them alike. */
async function firstStart(scope: Scope, input: Omit<SeriesInput, 'series'>) {
  const serviceId = idOf('serviceId', input.serviceId, 'service');
  const { attendeeCount = 1 } = input;
  const request = { ...input, ...lowerIds(input), serviceId, attendeeCount, ignoreSchedule: true };
  const { times } = await scope.read((tx) => arrange(tx, scope, request, { problems: [] }));
  return times;
}

async function placeSeries(tx: Tx, scope: Scope, plan: SeriesPlan): Promise<MadeSeries> {
  const { series, prepared, skipsConflicts } = plan;
  const skippedDates = [...plan.skippedDates];
  const bookings: Booking[] = [];
  await Promise.all([lockBookingPlaces(tx, scope, prepared), insertSeries(tx, series)]);
  for (const one of prepared) {
    // A new customer is stored with the first booking that is made, whichever it is.
    const mentioned = bookings.length === 0 ? prepared[0]?.mentioned : undefined;
    const { date } = one.booking;
    const made = await unlessUnavailable(date, skipsConflicts, () =>
      placeBooking(tx, scope, { ...one, mentioned }),
    );
    if (made) bookings.push(made);
    else skippedDates.push(date);
  }
  if (bookings.length === 0) {
    throw new Fault('conflict', 'slot_unavailable', 'There is no place free on any of the dates.');
  }
  return { ...series, bookings, skippedDates: skippedDates.sort() };
}

/** What `work` returns, or `undefined` for a time that can't be had and may be left out. */
async function unlessUnavailable<Result>(
  date: LocalDate,
  skipsConflicts: boolean,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'slot_unavailable') throw error;
    if (skipsConflicts) return undefined;
    throw new Fault('conflict', 'slot_unavailable', `${date}: ${error.message}`);
  }
}

async function readSeries(tx: Tx, id: string): Promise<SeriesWithBookings> {
  const [series, bookings] = await Promise.all([findSeries(tx, id), selectBookingsOfSeries(tx, id)]);
  if (!series) throw missing('The series');
  return { ...series, bookings };
}
