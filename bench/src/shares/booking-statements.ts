// The statements behind making a booking: lock, clear, count, store.
import { newConfirmationCode } from 'frontdesk/src/core/bookings/booking.ts';
import { insertBooking } from 'frontdesk/src/core/bookings/booking-queries.ts';
import { selectBookings } from 'frontdesk/src/core/bookings/listing/booking-list-queries.ts';
import type { Taking, Wish } from 'frontdesk/src/core/bookings/occupancy/occupancy.ts';
import {
  deleteExpiredOccupancies,
  insertOccupancies,
  selectPeaks,
} from 'frontdesk/src/core/bookings/occupancy/occupancy-queries.ts';
import type { NewEvent } from 'frontdesk/src/core/events/event-queries.ts';
import { lockResources } from 'frontdesk/src/core/services/service-booking-queries.ts';
import type { Tx } from 'frontdesk/src/db/tx.ts';
import { newId } from 'frontdesk/src/kit/id.ts';

/** The text of each statement. */
export interface BookingStatements {
  lockSublocations: string;
  deleteExpired: string;
  selectPeaks: string;
  insertBooking: string;
}

/** Runs each statement in the open transaction, over a booking like one that is there, and returns their texts. */
export async function recordBookingStatements(
  tx: Tx,
  textOf: (work: () => Promise<unknown>) => Promise<string>,
): Promise<BookingStatements> {
  const now = new Date();
  const [known] = await selectBookings(tx, {}, { after: undefined, count: 1 });
  const { serviceId, sublocationId } = known!;
  const taking: Taking = {
    ...{ resourceType: 'sublocation', resourceId: sublocationId!, quantity: 1, isWhole: true },
    ...{ isSession: false, capacity: 1, serviceCapacity: 1, isOverride: false },
  };
  const from = new Date('2150-01-01T00:00:00Z');
  const wish: Wish = { serviceId, from, until: new Date('2150-01-01T01:00:00Z'), choices: [[taking]] };
  return {
    lockSublocations: await textOf(() => lockResources(tx, { sublocationIds: [sublocationId!] })),
    deleteExpired: await textOf(() => deleteExpiredOccupancies(tx, [sublocationId!], now)),
    selectPeaks: await textOf(() => selectPeaks(tx, wish, now)),
    insertBooking: await textOf(() => {
      const booking = {
        ...{ ...known!, id: newId(now), bookingNumber: 'BENCH', confirmationCode: newConfirmationCode() },
        ...{ sublocationId: undefined, startsAt: wish.from, endsAt: wish.until },
      };
      const occupancies = insertOccupancies(tx, { bookingId: booking.id }, wish, [taking], now);
      return insertBooking(tx, booking, { occupancies, events: [eventAbout(booking.id, now)] });
    }),
  };
}

function eventAbout(recordId: string, createdAt: Date): NewEvent {
  const about = { id: newId(createdAt), recordId, dataJson: '{}', createdAt };
  return {
    ...about,
    type: 'booking.created',
    actorType: 'system',
    actorId: 'bench',
    actorName: 'Benchmark',
    changesJson: undefined,
  };
}
