// A new booking before it is placed: all that is said about it, checked.
import { type Booking, type BookingStatus, newConfirmationCode } from '#core/bookings/booking.ts';
import { type BookingChanges, withChanges } from '#core/bookings/booking-changes.ts';
import { type Arrangement, type ArrangementRequest, arrange } from '#core/bookings/placing/arrangement.ts';
import type { PlaceRequest } from '#core/bookings/placing/place-request.ts';
import {
  type CustomerMention,
  findOrPrepareCustomer,
  type MentionedCustomer,
} from '#core/customers/mentioned-customer.ts';
import { drawNumber } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import { Fault, type FaultDetail, invalidField, throwProblems } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { isUuid, newId } from '#kit/id.ts';

/** The statuses a booking can be made with. */
export const initialStatuses = ['scheduled', 'confirmed', 'waiting_list'] as const satisfies BookingStatus[];

/** What is said about a new booking. */
export interface BookingInput extends BookingChanges, Omit<ArrangementRequest, 'attendeeCount'> {
  /** Default 1. */
  attendeeCount?: number | undefined;
  /** The primary customer by email: found, or made with the booking. Instead of `customerId`. */
  customer?: CustomerMention | undefined;
  /** Default scheduled. */
  status?: (typeof initialStatuses)[number] | undefined;
  /** Takes places even if they are taken; recorded. */
  allowOverlap?: boolean | undefined;
  /** A hold whose places this booking takes over. */
  holdId?: string | undefined;
}

/** A booking that is ready to be placed: all but what is chosen under lock. */
export interface PreparedBooking {
  booking: Booking;
  arrangement: Arrangement;
  /** Who is stored with the booking if new. */
  mentioned: MentionedCustomer | undefined;
  holdId: string | undefined;
}

/** What a booking has that no caller says. */
export type BookingOrigin = Partial<
  Pick<
    Booking,
    'rescheduledFromId' | 'seriesId' | 'waitingListPosition' | 'orderId' | 'orderItemId' | 'enquiryId'
  >
>;

/**
 * Checks what is said about a new booking and draws its number. To be called before the transaction, which must then
 * lock with `lockBookingPlaces` first of all. Throws `invalid_field` and the like naming what is wrong, and
 * `slot_unavailable` for a time outside of opening hours, notice and horizon.
 */
export async function prepareBooking(
  scope: Scope,
  input: BookingInput,
  origin: BookingOrigin = {},
): Promise<PreparedBooking> {
  const { attendeeCount = 1, holdId } = input;
  const serviceId = idOf('serviceId', input.serviceId, 'service');
  const now = scope.clock.now();
  const problems: FaultDetail[] = [];
  const [mentioned, arrangement] = await Promise.all([
    mentionedIn(scope, input),
    scope.read((tx) =>
      arrange(tx, scope, { ...input, ...lowerIds(input), serviceId, attendeeCount }, { problems }),
    ),
  ]);
  const drafted = { ...draftOf(scope, arrangement, now), ...origin, attendeeCount };
  const customerId = mentioned?.customer.id ?? input.customerId;
  const described = withChanges(drafted, { ...input, customerId }, now, problems);
  throwProblems(problems);
  const { status = 'scheduled', allowOverlap = false, ignoreSchedule = false } = input;
  const booking: Booking = {
    ...described,
    ...(await identity(scope)),
    status,
    confirmedAt: status === 'confirmed' ? now : undefined,
    sublocationId: input.sublocationId?.toLowerCase(),
    staffIds: lowerIds(input).staffIds ?? [],
    allowsOverlap: allowOverlap,
    ignoresSchedule: ignoreSchedule,
  };
  return { booking, arrangement, mentioned, holdId: holdId && idOf('holdId', holdId, 'hold') };
}

/** The same booking under a new number and code, for when those it was given turn out to be taken. */
export async function renumbered(scope: Scope, prepared: PreparedBooking): Promise<PreparedBooking> {
  return { ...prepared, booking: { ...prepared.booking, ...(await identity(scope)) } };
}

async function identity(scope: Scope): Promise<Pick<Booking, 'bookingNumber' | 'confirmationCode'>> {
  return { bookingNumber: await drawNumber(scope, 'booking'), confirmationCode: newConfirmationCode() };
}

async function mentionedIn(
  scope: Scope,
  { customer, customerId }: BookingInput,
): Promise<MentionedCustomer | undefined> {
  if (!customer) return undefined;
  if (customerId !== undefined) {
    const code = 'conflicting_parameters';
    const message = 'is an alternative to customerId: send one of them.';
    throw new Fault('invalid', code, `customer ${message}`, {
      details: [problem('customer', message, code)],
    });
  }
  return findOrPrepareCustomer(scope, customer, 'customer');
}

/** When and where a booking is, without what it takes. */
export type BookingFrame = Pick<Arrangement, 'times' | 'locationId' | 'equipment' | 'buffers'> & {
  bookable: Pick<Arrangement['bookable'], 'service'>;
};

/** A booking of which only the service, the time and the place are known. */
export function draftOf(
  scope: Scope,
  { bookable, times, locationId, equipment, buffers }: BookingFrame,
  now: Date,
): Booking {
  const { service } = bookable;
  return {
    id: newId(now),
    organizationId: scope.organization.id,
    bookingNumber: '',
    confirmationCode: '',
    status: 'scheduled',
    ...times,
    ...buffers,
    attendeeCount: 1,
    attendees: [],
    serviceId: service.id,
    serviceName: service.name,
    serviceCategoryName: service.categoryName,
    locationId,
    sublocationId: undefined,
    staffIds: [],
    equipment,
    customerId: undefined,
    customers: [],
    companyId: undefined,
    orderId: undefined,
    orderItemId: undefined,
    enquiryId: undefined,
    priceMinor: service.priceMinor,
    currency: service.currency,
    paymentStatus: 'pending',
    lateCancelFeeMinor: 0,
    source: 'admin',
    customerNotes: undefined,
    internalNotes: undefined,
    cancelReason: undefined,
    cancelledBy: undefined,
    rescheduledFromId: undefined,
    rescheduledToId: undefined,
    seriesId: undefined,
    waitingListPosition: undefined,
    offerExpiresAt: undefined,
    qrCodeTicketsEnabled: service.qrCodeTicketsEnabled,
    walletTicketsEnabled: service.walletTicketsEnabled,
    allowsOverlap: false,
    ignoresSchedule: false,
    customFields: {},
    externalId: undefined,
    version: 1,
    createdAt: now,
    updatedAt: now,
    confirmedAt: undefined,
    checkedInAt: undefined,
    completedAt: undefined,
    cancelledAt: undefined,
    noShowAt: undefined,
  };
}

/** An id as the database writes it. Throws `invalid_field` for what is none. */
export function idOf(path: string, id: string, what: string): string {
  if (!isUuid(id)) throw invalidField(path, `is no ${what}.`);
  return id.toLowerCase();
}

/** Ids as the database writes them. What is no id matches nothing and is told as such. */
export function lowerIds({ locationId, sublocationId, staffIds, resourceIds }: Partial<PlaceRequest>) {
  return {
    locationId: locationId?.toLowerCase(),
    sublocationId: sublocationId?.toLowerCase(),
    staffIds: staffIds?.map((id) => id.toLowerCase()),
    resourceIds: resourceIds?.map((id) => id.toLowerCase()),
  };
}
