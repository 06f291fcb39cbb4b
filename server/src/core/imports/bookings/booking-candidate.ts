// A row of an import with the booking it would make. What is to come is checked as every new booking is; what is over
// needs no place any more, and may name what is archived by now.
import type { Booking } from '#core/bookings/booking.ts';
import { withChanges } from '#core/bookings/booking-changes.ts';
import { choosePlaces } from '#core/bookings/occupancy/occupancies.ts';
import { type Arrangement, arrange } from '#core/bookings/placing/arrangement.ts';
import { type BookingFrame, draftOf, type PreparedBooking } from '#core/bookings/placing/prepare-booking.ts';
import {
  type BookingRow,
  type BookingSaid,
  bookingSaid,
  statusTimes,
} from '#core/imports/bookings/booking-row.ts';
import type { Directory } from '#core/imports/directory.ts';
import type { Candidate } from '#core/imports/import-row.ts';
import { examineMention, type Mention } from '#core/imports/mentions.ts';
import type { Scope } from '#core/scope.ts';
import type { ServiceForBooking } from '#core/services/service.ts';
import { findServiceForBooking } from '#core/services/service-booking-queries.ts';
import type { Tx } from '#db/tx.ts';
import { Fault, type FaultDetail } from '#kit/fault.ts';

/** A row with the booking it would make. */
export interface BookingCandidate<Row extends BookingRow = BookingRow> extends Candidate<Row> {
  /** `undefined` when what is wrong leaves none. Without a number, and without its customer. */
  booking: Booking | undefined;
  /** When and where it is to be; `undefined` for one that takes no place. */
  arrangement: Arrangement | undefined;
  mention: Mention | undefined;
}

/** Checks what rows say. What is wrong goes into the candidates' `problems`. */
export async function examineBookings<Row extends BookingRow>(
  tx: Tx,
  scope: Scope,
  rows: Row[],
  directory: Directory,
): Promise<BookingCandidate<Row>[]> {
  const services = new Map<string, Promise<ServiceForBooking | undefined>>();
  // Read once, however many rows are of it.
  const serviceFor: ServiceReader = (id) => {
    const reading = services.get(id) ?? findServiceForBooking(tx, id);
    services.set(id, reading);
    return reading;
  };
  return Promise.all(rows.map((row) => examineBooking(tx, scope, row, { directory, serviceFor })));
}

type ServiceReader = (id: string) => Promise<ServiceForBooking | undefined>;

async function examineBooking<Row extends BookingRow>(
  tx: Tx,
  scope: Scope,
  row: Row,
  { directory, serviceFor }: { directory: Directory; serviceFor: ServiceReader },
): Promise<BookingCandidate<Row>> {
  const { input } = row;
  const problems = [...row.problems];
  const mention = examineMention(scope, input, problems);
  const said = bookingSaid(scope, input, directory, problems);
  const none = { row, problems, mention, booking: undefined, arrangement: undefined };
  if (!said || problems.length > 0) return none;
  const known = said.isToCome ? await serviceFor(said.service.id) : undefined;
  const arrangement = said.isToCome ? await arranged(tx, scope, { ...said, known }, problems) : undefined;
  if (problems.length > 0) return none;
  const booking = described(scope, said, arrangement ?? pastFrame(said), row, problems);
  return { row, problems, mention, booking, arrangement };
}

/** The candidate as a booking that can be placed, if it takes a place or waits for one. */
export function preparedOf(
  { arrangement }: Pick<BookingCandidate, 'arrangement'>,
  booking: Booking,
): PreparedBooking | undefined {
  return arrangement && { booking, arrangement, mentioned: undefined, holdId: undefined };
}

/** What is wrong with a booking to come by what is taken just now, locking nothing. */
export async function foreseenConflict(
  tx: Tx,
  scope: Scope,
  { booking, arrangement }: BookingCandidate,
): Promise<FaultDetail[]> {
  if (!booking || !arrangement || booking.status === 'waiting_list') return [];
  const problems: FaultDetail[] = [];
  await gathering(problems, () =>
    choosePlaces(tx, arrangement.wish, { allowsOverlap: false, now: scope.clock.now() }),
  );
  return problems;
}

/** Runs `work`; a Fault becomes problems of the row. */
export async function gathering<Result>(
  problems: FaultDetail[],
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault) || (error.kind !== 'invalid' && error.kind !== 'conflict')) throw error;
    problems.push(...problemsOf(error));
    return undefined;
  }
}

function problemsOf(fault: Fault): FaultDetail[] {
  const named: Record<string, string> = {
    serviceId: 'service',
    sublocationId: 'sublocation',
    locationId: 'location',
  };
  const details = fault.details ?? [{ path: '', code: fault.code, message: fault.message }];
  return details.map((detail) => ({
    ...detail,
    path: named[detail.path] ?? detail.path.replace(/^staffIds/, 'staff'),
  }));
}

// What was agreed on elsewhere holds outside of opening hours too, and is recorded so.
function arranged(
  tx: Tx,
  scope: Scope,
  { known, ...said }: BookingSaid & { known: ServiceForBooking | undefined },
  problems: FaultDetail[],
): Promise<Arrangement | undefined> {
  const { service, sublocationId, locationId, staffIds, times, durationMinutes, attendeeCount } = said;
  const request = {
    serviceId: service.id,
    locationId: service.sublocationIds.length === 0 ? undefined : locationId,
    sublocationId,
    staffIds,
    startsAt: times.startsAt,
    duration: durationMinutes,
    attendeeCount,
    ignoreSchedule: true,
  };
  return gathering(problems, () => arrange(tx, scope, request, { problems: [], known }));
}

function pastFrame({ service, times, locationId }: BookingSaid): BookingFrame {
  const { bufferBeforeMinutes, bufferAfterMinutes } = service;
  return {
    bookable: { service },
    times,
    locationId,
    equipment: [],
    buffers: { bufferBeforeMinutes, bufferAfterMinutes },
  };
}

function described(
  scope: Scope,
  said: BookingSaid,
  frame: BookingFrame,
  { input }: BookingRow,
  problems: FaultDetail[],
): Booking {
  const { status, attendeeCount, createdAt, sublocationId, staffIds, isToCome } = said;
  const drafted = { ...draftOf(scope, frame, createdAt), attendeeCount };
  const { price, currency, paymentStatus, customerNotes, internalNotes, externalId } = input;
  const changes = { price, currency, paymentStatus, customerNotes, internalNotes, externalId };
  return {
    ...withChanges(drafted, { ...changes, source: input.source ?? 'import' }, createdAt, problems),
    status,
    ...statusTimes(said),
    cancelReason: status === 'cancelled' ? input.cancelReason : undefined,
    sublocationId,
    staffIds,
    ignoresSchedule: isToCome,
    updatedAt: scope.clock.now(),
  };
}
