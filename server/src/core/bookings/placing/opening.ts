// Whether a time can be booked by the clock: opening hours of everything that must be open, notice and horizon.

import type { BookingTimes } from '#core/bookings/booking-time.ts';
import { slotUnavailable } from '#core/bookings/occupancy/occupancies.ts';
import type { Candidates } from '#core/bookings/placing/place-request.ts';
import { addDays } from '#core/places/local-date.ts';
import { wallTimeAt } from '#core/places/local-time.ts';
import { isOpenThroughout } from '#core/places/open-times.ts';
import { alwaysOpen } from '#core/places/schedule.ts';
import { selectSchedules } from '#core/places/schedule-queries.ts';
import type { Service } from '#core/services/service.ts';
import type { Tx } from '#db/tx.ts';

/** Throws `slot_unavailable` for a start too soon or too far ahead for the service. */
export function checkNotice(service: Service, { startsAt, timezone, date }: BookingTimes, now: Date): void {
  const { minimumNoticeMinutes, horizonDays } = service;
  if (startsAt.getTime() < now.getTime() + minimumNoticeMinutes * 60_000) {
    throw slotUnavailable(
      minimumNoticeMinutes === 0
        ? 'That time has passed.'
        : `It must be booked at least ${minimumNoticeMinutes} minutes before it starts.`,
    );
  }
  const lastDate = addDays(wallTimeAt(timezone, now).date, horizonDays);
  if (date > lastDate) throw slotUnavailable(`It can be booked until ${lastDate}.`);
}

/**
 * The candidates that are open all through the booking, without its buffers. Throws `slot_unavailable` when the location
 * or the service is closed, or no place or nobody of a kind is left.
 */
export async function openCandidates(
  tx: Tx,
  service: Service,
  candidates: Candidates,
  times: BookingTimes,
): Promise<Candidates> {
  const { location, sublocations, staff } = candidates;
  const owners = [service, ...(location ? [location] : []), ...sublocations, ...staff.flat()];
  const { startsAt, endsAt, timezone, date } = times;
  const lastDate = wallTimeAt(timezone, endsAt).date;
  const schedules = await selectSchedules(
    tx,
    owners.map(({ id }) => id),
    date,
    lastDate,
  );
  if (schedules.size === 0) return candidates;
  const span = { startMs: startsAt.getTime(), endMs: endsAt.getTime() };
  const isOpen = (...ones: { id: string }[]) => {
    const theirs = ones.map(({ id }) => schedules.get(id) ?? alwaysOpen);
    return isOpenThroughout(theirs, timezone, span);
  };
  if (!isOpen(service, ...(location ? [location] : []))) throw slotUnavailable('It is closed at that time.');
  const open = {
    ...candidates,
    sublocations: sublocations.filter((one) => isOpen(one)),
    staff: staff.map((people) => people.filter((one) => isOpen(one))),
  };
  if (sublocations.length > 0 && open.sublocations.length === 0)
    throw slotUnavailable('The place is closed at that time.');
  if (open.staff.some((people) => people.length === 0))
    throw slotUnavailable('Nobody who can hold it is there at that time.');
  return open;
}
