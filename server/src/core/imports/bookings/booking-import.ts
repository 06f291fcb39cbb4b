// Importing bookings: many, each known by its id in the other system, stored in batches. Those to come take their places
// under the same locks as every booking; what is over is stored as it was.
import { type Booking, newConfirmationCode } from '#core/bookings/booking.ts';
import { insertBooking } from '#core/bookings/booking-queries.ts';
import { lockBookingPlaces, placeBooking } from '#core/bookings/placing/placing-bookings.ts';
import type { PreparedBooking } from '#core/bookings/placing/prepare-booking.ts';
import { eventOf } from '#core/events/events.ts';
import {
  type BookingCandidate,
  examineBooking,
  foreseenConflict,
  gathering,
  preparedOf,
} from '#core/imports/bookings/booking-candidate.ts';
import { selectBookingsThere } from '#core/imports/bookings/booking-import-queries.ts';
import type { BookingRow } from '#core/imports/bookings/booking-row.ts';
import { type Directory, readDirectory } from '#core/imports/directory.ts';
import { type Importing, importRows, previewRows } from '#core/imports/import-batches.ts';
import { lockImports } from '#core/imports/import-queries.ts';
import {
  type AlreadyThere,
  type Claims,
  ownerOf,
  type PassedOver,
  type RowOutcome,
} from '#core/imports/import-row.ts';
import {
  findMentioned,
  mentionProblem,
  type ResolvedMention,
  resolveMentions,
  storeNewCustomers,
} from '#core/imports/mentions.ts';
import { drawNumbers } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import type { FaultDetail } from '#kit/fault.ts';

/** What an import of bookings may be told beside its rows. */
export interface BookingImportOptions {
  /** Whether a booking whose places are taken takes them all the same; recorded with each that does. */
  allowOverlap?: boolean | undefined;
}

/**
 * Makes bookings of rows, as `importRows` does, each under the next number. One that is still to come takes its places;
 * when they are taken, the row is bad. Customers who are not there are made. Each booking's `booking.created` is recorded
 * with it, and `booking.confirmed` of those that are confirmed and to come.
 */
export async function* importBookings<Row extends BookingRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: BookingImportOptions = {},
): AsyncGenerator<RowOutcome<Row, Booking>[]> {
  yield* importRows(scope, importing<Row>(scope, await readDirectory(scope), options), rows);
}

/**
 * What `importBookings` would make of the rows, storing nothing; without numbers and customers. Tells of places that are
 * taken now, not of those that rows before would take.
 */
export async function* previewBookingImport<Row extends BookingRow>(
  scope: Scope,
  rows: Iterable<Row> | AsyncIterable<Row>,
  options: BookingImportOptions = {},
): AsyncGenerator<RowOutcome<Row, Booking>[]> {
  const kind = importing<Row>(scope, await readDirectory(scope), options);
  const examine = async (batch: Row[]) => {
    const candidates = await kind.examine(batch);
    if (options.allowOverlap) return candidates;
    const ids = candidates.map(idOf);
    return scope.read(async (tx) => {
      const there = await selectBookingsThere(tx, ids);
      const isNew = (candidate: BookingCandidate) => !there.has(idOf(candidate));
      const conflicts = candidates.map((one) => (isNew(one) ? foreseenConflict(tx, scope, one) : []));
      const found = await Promise.all(conflicts);
      return candidates.map((one, place) => ({ ...one, problems: [...one.problems, ...found[place]!] }));
    });
  };
  yield* previewRows({ ...kind, examine }, rows);
}

function importing<Row extends BookingRow>(
  scope: Scope,
  directory: Directory,
  options: BookingImportOptions,
): Importing<Row, BookingCandidate<Row>, Booking> {
  return {
    examine: (rows) =>
      scope.read((tx) => Promise.all(rows.map((row) => examineBooking(tx, scope, row, directory)))),
    settle: (candidates, claims) => settle(scope, candidates, claims),
    foresee: ({ booking }) => booking!,
    store: (candidates) => store(scope, candidates, options),
  };
}

async function settle<Row extends BookingRow>(
  scope: Scope,
  candidates: BookingCandidate<Row>[],
  claims: Claims,
): Promise<Map<BookingCandidate<Row>, PassedOver<Row>>> {
  const [there, known] = await Promise.all([
    scope.read((tx) => selectBookingsThere(tx, candidates.map(idOf))),
    findMentioned(
      scope,
      candidates.map(({ mention }) => mention),
    ),
  ]);
  const passedOver = new Map<BookingCandidate<Row>, PassedOver<Row>>();
  for (const candidate of candidates) {
    const { row, mention, problems } = candidate;
    const id = idOf(candidate);
    const owner = id === '' ? undefined : ownerOf(claims, id, there.get(id));
    const unknown = mentionProblem(mention, known);
    if (owner && problems.length === 0) {
      passedOver.set(candidate, { row, result: 'already_there', found: foundBy(id, owner) });
    } else if (problems.length > 0 || unknown) {
      passedOver.set(candidate, {
        row,
        result: 'bad',
        problems: [...problems, ...(unknown ? [unknown] : [])],
      });
    } else claims.set(id, row.line);
  }
  return passedOver;
}

/** A candidate with all that it is stored with. */
interface Ready<Row extends BookingRow> {
  candidate: BookingCandidate<Row>;
  booking: Booking;
  /** When it takes places or waits for them. */
  prepared: PreparedBooking | undefined;
  mentioned: ResolvedMention | undefined;
}

async function store<Row extends BookingRow>(
  scope: Scope,
  candidates: BookingCandidate<Row>[],
  options: BookingImportOptions,
): Promise<Map<BookingCandidate<Row>, RowOutcome<Row, Booking>>> {
  const numbers = await drawNumbers(scope, 'booking', candidates.length);
  const mentions = candidates.map(({ mention }) => mention);
  const mentioned = await resolveMentions(scope, mentions);
  const ready = candidates.map((candidate, place): Ready<Row> => {
    const booking = identified(candidate.booking!, numbers[place]!, mentioned[place]?.customerId);
    return { candidate, booking, prepared: preparedOf(candidate, booking), mentioned: mentioned[place] };
  });
  return scope.write(async (tx) => {
    await lockImports(tx);
    const there = await selectBookingsThere(tx, candidates.map(idOf));
    const outcomes = new Map<BookingCandidate<Row>, RowOutcome<Row, Booking>>();
    const unknown = ready.filter(({ candidate }) => !there.has(idOf(candidate)));
    for (const { candidate } of ready) {
      const [id, { row }] = [idOf(candidate), candidate];
      const number = there.get(id);
      if (number === undefined) continue;
      outcomes.set(candidate, { row, result: 'already_there', found: foundBy(id, { number }) });
    }
    for (const [one, result] of await storeNew(tx, scope, unknown, options)) {
      const { row } = one.candidate;
      outcomes.set(
        one.candidate,
        Array.isArray(result)
          ? { row, result: 'bad', problems: result }
          : { row, result: 'created', record: result },
      );
    }
    return outcomes;
  });
}

function identified(booking: Booking, bookingNumber: string, customerId: string | undefined): Booking {
  const customers: Booking['customers'] = customerId ? [{ customerId, role: 'primary' }] : [];
  return { ...booking, bookingNumber, confirmationCode: newConfirmationCode(), customerId, customers };
}

/** Stores what is new, and tells what is wrong with that for which no place is left. In the order of locks: places first. */
async function storeNew<Row extends BookingRow>(
  tx: Tx,
  scope: Scope,
  ready: Ready<Row>[],
  options: BookingImportOptions,
): Promise<Map<Ready<Row>, Booking | FaultDetail[]>> {
  const results = new Map<Ready<Row>, Booking | FaultDetail[]>();
  const toCome = ready.flatMap(({ prepared }) => prepared ?? []);
  const over = ready.filter(({ prepared }) => !prepared);
  if (toCome.length > 0) await lockBookingPlaces(tx, scope, toCome);
  const stored = new Set<string>();
  for (const one of ready) {
    if (!one.prepared) continue;
    const isStored = one.mentioned !== undefined && stored.has(one.mentioned.customerId);
    const customer = isStored ? undefined : one.mentioned?.newCustomer;
    const placed = await place(
      tx,
      scope,
      { ...one.prepared, mentioned: customer && { customer, isNew: true } },
      options,
    );
    results.set(one, placed);
    if (customer && !Array.isArray(placed)) stored.add(customer.id);
  }
  const mentioned = over.map((one) => one.mentioned).filter((one) => one && !stored.has(one.customerId));
  await storeNewCustomers(tx, scope, mentioned);
  await Promise.all(over.map(({ booking }) => storePast(tx, scope, booking)));
  for (const one of over) results.set(one, one.booking);
  scope.tools.eventRecorded();
  return results;
}

async function place(
  tx: Tx,
  scope: Scope,
  prepared: PreparedBooking,
  { allowOverlap }: BookingImportOptions,
): Promise<Booking | FaultDetail[]> {
  const problems: FaultDetail[] = [];
  const booking = await gathering(problems, () => placeBooking(tx, scope, prepared));
  if (booking) return booking;
  const isTaken = problems.some(({ code }) => code === 'slot_unavailable');
  if (!allowOverlap || !isTaken) return problems;
  return placeBooking(tx, scope, { ...prepared, booking: { ...prepared.booking, allowsOverlap: true } });
}

function storePast(tx: Tx, scope: Scope, booking: Booking): Promise<void> {
  const events = [eventOf(scope, 'booking.created', booking)];
  return insertBooking(tx, booking, { occupancies: undefined, events });
}

function idOf({ row }: BookingCandidate): string {
  return row.input.externalId ?? '';
}

function foundBy(value: string, owner: AlreadyThere['owner']): AlreadyThere {
  return { by: 'externalId', value, owner };
}
