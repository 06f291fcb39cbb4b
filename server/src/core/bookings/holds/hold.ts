// The hold record: places kept for a short while for somebody who is about to book.
import { Fault } from '#kit/fault.ts';

/** How long a hold keeps its places (G-065). */
export const holdMinutes = 10;

/** The most characters of a holder. */
export const holderLengthMax = 128;

/** Places kept for somebody who is about to book. */
export interface Hold {
  /** Record id, UUID version 7. */
  id: string;
  /** The visit it is for, in the caller's words. It has one hold at a time. */
  holder: string;
  serviceId: string;
  locationId: string | undefined;
  sublocationId: string | undefined;
  staffIds: string[];
  /** IANA zone that the wall times are meant in. */
  timezone: string;
  startsAt: Date;
  endsAt: Date;
  attendeeCount: number;
  /** From when on the places are free again. */
  expiresAt: Date;
  createdAt: Date;
}

/** A hold that is gone, told to who wanted to use it. */
export function holdExpired(): Fault {
  return new Fault('conflict', 'hold_expired', 'The hold has expired or was given up; hold a place again.');
}
