// Importing bookings: many, each known by its id in the other system, stored in batches. Those to come take their places
// under the same locks as every booking; what is over is stored as it was.
import { type Booking, newConfirmationCode } from '#core/bookings/booking.ts';
import {
  type BookingCandidate,
  examineBookings,
  foreseenConflict,
  preparedOf,
} from '#core/imports/bookings/booking-candidate.ts';
import { selectBookingsThere } from '#core/imports/bookings/booking-import-queries.ts';
import type { BookingRow } from '#core/imports/bookings/booking-row.ts';
import { type ReadyBooking, storeBookings } from '#core/imports/bookings/storing-bookings.ts';
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
import { findMentioned, mentionProblem, resolveMentions } from '#core/imports/mentions.ts';
import { drawNumbers } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';

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
    examine: (rows) => scope.read((tx) => examineBookings(tx, scope, rows, directory)),
    settle: (candidates, claims) => settle(scope, candidates, claims),
    foresee: ({ row, booking }) => ({ row, result: 'created', record: booking! }),
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

async function store<Row extends BookingRow>(
  scope: Scope,
  candidates: BookingCandidate<Row>[],
  options: BookingImportOptions,
): Promise<Map<BookingCandidate<Row>, RowOutcome<Row, Booking>>> {
  const mentions = candidates.map(({ mention }) => mention);
  const [numbers, mentioned] = await Promise.all([
    drawNumbers(scope, 'booking', candidates.length),
    resolveMentions(scope, mentions),
  ]);
  const ready = candidates.map((candidate, place): ReadyBooking<Row> => {
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
    for (const [{ candidate }, result] of await storeBookings(tx, scope, unknown, options)) {
      const { row } = candidate;
      outcomes.set(
        candidate,
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

function idOf({ row }: BookingCandidate): string {
  return row.input.externalId ?? '';
}

function foundBy(value: string, owner: AlreadyThere['owner']): AlreadyThere {
  return { by: 'externalId', value, owner };
}
