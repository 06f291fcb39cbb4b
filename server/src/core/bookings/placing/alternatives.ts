// Naming other times beside an error that says that a time can't be had. Source: G-056, G-064.
import { findAlternatives } from '#core/bookings/availability/availability.ts';
import type { Booking } from '#core/bookings/booking.ts';
import type { ArrangementRequest } from '#core/bookings/placing/arrangement.ts';
import type { Scope } from '#core/scope.ts';
import { Fault } from '#kit/fault.ts';

/**
 * The error, with up to three other starts in its details, nearest first, when it is that a time can't be had; other
 * errors stay as they are. `before` is what the booking was, for what the request leaves out.
 */
export async function withAlternatives(
  scope: Scope,
  error: unknown,
  request: Partial<ArrangementRequest> & Pick<ArrangementRequest, 'serviceId'>,
  before?: Booking,
): Promise<unknown> {
  if (!(error instanceof Fault) || error.code !== 'slot_unavailable') return error;
  const { serviceId, locationId, sublocationId, attendeeCount, duration, date, startTime, startsAt } =
    request;
  const slots = await findAlternatives(
    scope,
    {
      serviceId,
      locationId,
      sublocationId,
      attendeeCount,
      durationMinutes: duration,
      staffId: request.staffIds?.[0],
    },
    startsAt ? { startsAt } : { date: date ?? before?.date, startTime: startTime ?? before?.startTime },
  );
  const details = slots.map((slot) => ({
    path: 'startsAt',
    code: 'alternative',
    message: slot.startsAt.toISOString(),
  }));
  return details.length === 0 ? error : new Fault(error.kind, error.code, error.message, { details });
}
