// The booking record and its pure rules: which statuses fill places, and which may follow which.
import { randomInt } from 'node:crypto';
import type { Actor } from '#core/scope.ts';
import { Fault } from '#kit/fault.ts';

/** Where a booking stands. Source: Spec, States, Booking status. */
export const bookingStatuses = [
  'scheduled',
  'confirmed',
  'reminder_sent',
  'waiting_room',
  'waiting_list',
  'checked_in',
  'active',
  'in_progress',
  'completed',
  'cancelled',
  'no_show',
  'rescheduled',
] as const;

/** One of `bookingStatuses`. */
export type BookingStatus = (typeof bookingStatuses)[number];

/** Whether a booking is paid. */
export const bookingPaymentStatuses = ['pending', 'paid', 'failed', 'refunded'] as const;

/** One of `bookingPaymentStatuses`. */
export type BookingPaymentStatus = (typeof bookingPaymentStatuses)[number];

/** What a customer is to a booking. */
export const bookingCustomerRoles = ['primary', 'attendee', 'payer', 'contact'] as const;

/** One of `bookingCustomerRoles`. */
export type BookingCustomerRole = (typeof bookingCustomerRoles)[number];

/** Bounds of a booking (G-050). */
export const bookingLimits = {
  /** A week; with the buffers nothing is taken for longer than nine days at once. */
  durationMinutesMax: 10_080,
  attendeesMax: 10_000,
  /** Attendees that are named one by one. */
  namedAttendeesMax: 100,
  customersMax: 50,
  resourcesMax: 20,
  notesLengthMax: 2_000,
  nameLengthMax: 200,
} as const;

/** Somebody who comes. */
export interface BookingAttendee {
  name: string | undefined;
  /** In normal form. */
  email: string | undefined;
  customerId: string | undefined;
  checkedInAt: Date | undefined;
}

/** A customer who sees the booking among theirs. */
export interface BookingCustomer {
  customerId: string;
  role: BookingCustomerRole;
}

/** A piece of equipment that the booking uses. */
export interface BookingEquipment {
  equipmentId: string;
  quantity: number;
}

/** Who comes when for which service, and where. */
export interface Booking {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  /** `BK-<6 digits>`. */
  bookingNumber: string;
  /** 8 characters that do not look alike. */
  confirmationCode: string;
  status: BookingStatus;
  startsAt: Date;
  endsAt: Date;
  /** IANA zone that the wall times are meant in. */
  timezone: string;
  /** `YYYY-MM-DD` in its zone. */
  date: string;
  /** `HH:mm` in its zone. */
  startTime: string;
  /** `HH:mm` in its zone. */
  endTime: string;
  /** When the day it starts on begins in its zone. */
  dayStartsAt: Date;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  attendeeCount: number;
  /** Those who are named; there may be fewer than come. */
  attendees: BookingAttendee[];
  serviceId: string;
  /** As it was called when it was booked. */
  serviceName: string;
  serviceCategoryName: string | undefined;
  /** `undefined` when the service takes place nowhere in particular. */
  locationId: string | undefined;
  sublocationId: string | undefined;
  staffIds: string[];
  equipment: BookingEquipment[];
  /** The primary customer. */
  customerId: string | undefined;
  /** All customers, the primary one first. */
  customers: BookingCustomer[];
  companyId: string | undefined;
  orderId: string | undefined;
  orderItemId: string | undefined;
  enquiryId: string | undefined;
  /** Minor units of `currency`. */
  priceMinor: number;
  /** ISO 4217. */
  currency: string;
  paymentStatus: BookingPaymentStatus;
  /** What is due because it was cancelled too late, in minor units of `currency`. */
  lateCancelFeeMinor: number;
  /** Where the record came from: admin, import, … */
  source: string;
  customerNotes: string | undefined;
  internalNotes: string | undefined;
  cancelReason: string | undefined;
  cancelledBy: Pick<Actor, 'type' | 'id'> | undefined;
  rescheduledFromId: string | undefined;
  rescheduledToId: string | undefined;
  seriesId: string | undefined;
  /** From 1, while it waits. */
  waitingListPosition: number | undefined;
  offerExpiresAt: Date | undefined;
  /** Whether tickets with a code can be had, as the service says now. */
  qrCodeTicketsEnabled: boolean;
  walletTicketsEnabled: boolean;
  /** Whether staff let it take places that were taken. */
  allowsOverlap: boolean;
  /** Whether staff let it lie outside opening hours, notice and horizon. */
  ignoresSchedule: boolean;
  customFields: Record<string, unknown>;
  externalId: string | undefined;
  /** Counts the changes, from 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** When it was first confirmed. */
  confirmedAt: Date | undefined;
  checkedInAt: Date | undefined;
  completedAt: Date | undefined;
  cancelledAt: Date | undefined;
  noShowAt: Date | undefined;
}

/** The statuses in which a booking fills its places (G-051). */
export const occupyingStatuses: readonly BookingStatus[] = [
  'scheduled',
  'confirmed',
  'reminder_sent',
  'waiting_room',
  'checked_in',
  'active',
  'in_progress',
];

/** Whether a booking of this status fills its places. */
export function isOccupying(status: BookingStatus): boolean {
  return occupyingStatuses.includes(status);
}

/** Which statuses may follow which (G-051). */
export const bookingTransitions: Record<BookingStatus, readonly BookingStatus[]> = {
  scheduled: [
    'confirmed',
    'reminder_sent',
    'waiting_room',
    'checked_in',
    'cancelled',
    'no_show',
    'rescheduled',
  ],
  confirmed: [
    'reminder_sent',
    'waiting_room',
    'checked_in',
    'active',
    'in_progress',
    'completed',
    'cancelled',
    'no_show',
    'rescheduled',
  ],
  reminder_sent: ['confirmed', 'waiting_room', 'checked_in', 'cancelled', 'no_show', 'rescheduled'],
  waiting_list: ['scheduled', 'confirmed', 'cancelled'],
  waiting_room: ['checked_in', 'active', 'in_progress', 'cancelled', 'no_show'],
  checked_in: ['active', 'in_progress', 'completed', 'cancelled'],
  active: ['in_progress', 'completed', 'cancelled'],
  in_progress: ['active', 'completed', 'cancelled'],
  no_show: ['checked_in', 'rescheduled', 'cancelled'],
  completed: ['in_progress'],
  cancelled: ['scheduled'],
  rescheduled: [],
};

/** How long after its completion a booking can be taken up again. */
export const undoCompletionMs = 24 * 3_600_000;

/** A move to a status that may not follow, told with those that may. */
export function transitionFault(from: BookingStatus, to: BookingStatus): Fault {
  const allowed = bookingTransitions[from];
  const told = allowed.length === 0 ? 'nothing follows it' : `what may follow is ${allowed.join(', ')}`;
  return invalidTransition(`A booking that is ${from} can’t become ${to}: ${told}.`);
}

/** A move that can't be made, in words for the caller. */
export function invalidTransition(sentence: string): Fault {
  return new Fault('conflict', 'invalid_transition', sentence);
}

/** How long it lasts, in minutes. */
export function durationMinutesOf({ startsAt, endsAt }: Pick<Booking, 'startsAt' | 'endsAt'>): number {
  return (endsAt.getTime() - startsAt.getTime()) / 60_000;
}

/** Letters and digits of which no two look alike, in print or by hand. */
const codeAlphabet = '34679ACDEFGHJKMNPQRTUVWXY';
const codeLength = 8;

/** A new confirmation code. 150 thousand million are possible; the table refuses one that is taken. */
export function newConfirmationCode(): string {
  return Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
}
