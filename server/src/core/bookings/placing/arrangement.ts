// The first half of placing a booking: when and where it is to be is checked and read about, before any lock is taken.
// New bookings, moves and bookings that come back to life all go through here.
import { type Booking, bookingLimits, durationMinutesOf } from '#core/bookings/booking.ts';
import {
  type BookingTimes,
  namesStart,
  type StartInput,
  startOf,
  takenTime,
  timesOf,
} from '#core/bookings/booking-time.ts';
import type { Taking, Wish } from '#core/bookings/occupancy/occupancy.ts';
import { checkNotice, openCandidates } from '#core/bookings/placing/opening.ts';
import { candidatesFor, choicesOf, type PlaceRequest } from '#core/bookings/placing/place-request.ts';
import type { Scope } from '#core/scope.ts';
import type { ServiceForBooking } from '#core/services/service.ts';
import { findServiceForBooking } from '#core/services/service-booking-queries.ts';
import type { Tx } from '#db/tx.ts';
import { type FaultDetail, invalidField, invalidFields } from '#kit/fault.ts';
import { checkedWhole } from '#kit/field-checks.ts';

/** When and where a booking is to be. */
export interface ArrangementRequest extends StartInput, PlaceRequest {
  serviceId: string;
  /** Minutes; the service's, when left out. */
  duration?: number | undefined;
  /** Does not ask for opening hours, notice and horizon. */
  ignoreSchedule?: boolean | undefined;
}

/** When and where a booking can be, as far as that is known without a lock. */
export interface Arrangement {
  bookable: ServiceForBooking;
  times: BookingTimes;
  locationId: string | undefined;
  equipment: Booking['equipment'];
  buffers: Pick<Booking, 'bufferBeforeMinutes' | 'bufferAfterMinutes'>;
  wish: Wish;
}

/**
 * Checks when and where a booking is to be. `before` is what it was: what the request leaves out of date and time, and
 * its buffers. Who has read the service for many bookings gives it as `known`. Throws `invalid_field` and the like naming what is wrong (with what `problems` holds already), and
 * `slot_unavailable` for a time outside of opening hours, notice and horizon.
 */
export async function arrange(
  tx: Tx,
  scope: Scope,
  request: ArrangementRequest,
  {
    problems,
    before,
    known,
  }: { problems: FaultDetail[]; before?: Booking | undefined; known?: ServiceForBooking | undefined },
): Promise<Arrangement> {
  const bookable = known ?? (await findServiceForBooking(tx, request.serviceId));
  if (!bookable) throw invalidField('serviceId', 'is no service.');
  const { service } = bookable;
  if (service.status !== 'active' && !before) throw invalidField('serviceId', 'is no longer in use.');

  checkedWhole('attendeeCount', request.attendeeCount, { min: 1, max: bookingLimits.attendeesMax }, problems);
  const candidates = candidatesFor(bookable, request, problems);
  const timezone = candidates.location?.timeZone ?? scope.organization.timeZone;
  const startsAt = startOf(timezone, request, problems, before);
  const lengths = { min: 1, max: bookingLimits.durationMinutesMax };
  const minutes = checkedWhole('duration', request.duration ?? service.durationMinutes, lengths, problems);
  if (problems.length > 0 || !startsAt) throw invalidFields(problems);

  const times = timesOf(timezone, startsAt, minutes);
  if (!request.ignoreSchedule) checkNotice(service, times, scope.clock.now());
  const open = request.ignoreSchedule ? candidates : await openCandidates(tx, service, candidates, times);
  const { bufferBeforeMinutes, bufferAfterMinutes } = before ?? service;
  const buffers = { bufferBeforeMinutes, bufferAfterMinutes };
  return {
    bookable,
    times,
    locationId: candidates.location?.id,
    equipment: open.equipment.map(({ item, uses }) => ({ equipmentId: item.id, quantity: uses })),
    buffers,
    wish: {
      serviceId: service.id,
      ...takenTime({ ...times, ...buffers }),
      choices: choicesOf(bookable, open, request.attendeeCount),
    },
  };
}

/** What an update of a booking comes to: what it leaves out is as it was. */
export function requestFor(
  known: Booking,
  update: Partial<ArrangementRequest> & { status?: Booking['status'] | undefined },
): ArrangementRequest {
  const isElsewhere = update.sublocationId !== undefined || update.locationId !== undefined;
  return {
    ...update,
    serviceId: known.serviceId,
    startsAt: namesStart(update) ? update.startsAt : known.startsAt,
    duration: update.duration ?? durationMinutesOf(known),
    sublocationId: isElsewhere ? update.sublocationId : known.sublocationId,
    staffIds: update.staffIds ?? known.staffIds,
    usualResourceIds: known.equipment.map(({ equipmentId }) => equipmentId),
    attendeeCount: update.attendeeCount ?? known.attendeeCount,
    // Who only changes a status does not ask anew whether the house is open.
    ignoreSchedule:
      update.ignoreSchedule ?? !(namesStart(update) || update.duration !== undefined || isElsewhere),
  };
}

/** What was chosen under lock, as the booking tells it. */
export function chosenIn(takings: Taking[]): Pick<Booking, 'sublocationId' | 'staffIds'> {
  const idsOf = (type: Taking['resourceType']) =>
    takings.flatMap(({ resourceType, resourceId }) => (resourceType === type ? [resourceId] : []));
  return { sublocationId: idsOf('sublocation')[0], staffIds: idsOf('staff') };
}
