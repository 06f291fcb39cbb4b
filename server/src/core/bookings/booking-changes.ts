// What may be said about a booking beside its time and place, checked and applied to the record. Pure; the operations
// around it read and write.
import type {
  Booking,
  BookingCustomer,
  BookingCustomerRole,
  BookingPaymentStatus,
} from '#core/bookings/booking.ts';
import { normalizeEmail } from '#core/contacts/email-address.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { isUuid } from '#kit/id.ts';
import { amountRule, normalizeCurrency, toMinor } from '#kit/money.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** Fields to set; what is left out stays. An empty text clears. */
export interface BookingChanges {
  /** The whole list; no longer than `attendeeCount`. */
  attendees?: AttendeeInput[] | undefined;
  /** The primary customer. */
  customerId?: string | undefined;
  /** The whole list; one may be primary. */
  customers?: { customerId: string; role?: BookingCustomerRole | undefined }[] | undefined;
  companyId?: string | undefined;
  orderId?: string | undefined;
  /** A decimal number in the booking's currency. */
  price?: number | undefined;
  /** ISO 4217, in any case; only together with `price`. */
  currency?: string | undefined;
  paymentStatus?: BookingPaymentStatus | undefined;
  source?: string | undefined;
  customerNotes?: string | undefined;
  internalNotes?: string | undefined;
  externalId?: string | undefined;
  /** The whole object. */
  customFields?: Record<string, unknown> | undefined;
}

/** Somebody who comes, as callers say it. */
export interface AttendeeInput {
  name?: string | undefined;
  email?: string | undefined;
  customerId?: string | undefined;
  /** Whether this person has arrived. */
  checkedIn?: boolean | undefined;
}

/** The record with the changes applied. What is wrong is added to `problems`, and the result is then of no use. */
export function withChanges(
  booking: Booking,
  changes: BookingChanges,
  now: Date,
  problems: FaultDetail[],
): Booking {
  const next = { ...booking };
  if (changes.attendees) next.attendees = checkedAttendees(booking, changes.attendees, now, problems);
  if (next.attendees.length > next.attendeeCount) {
    const message = `must name at most the ${next.attendeeCount} who come: raise attendeeCount, or leave some out.`;
    problems.push(problem('attendees', message));
  }
  applyCustomers(next, changes, problems);
  applyPrice(next, changes, problems);
  next.paymentStatus = changes.paymentStatus ?? booking.paymentStatus;
  if (changes.companyId !== undefined) next.companyId = checkedId('companyId', changes.companyId, problems);
  if (changes.orderId !== undefined) next.orderId = checkedId('orderId', changes.orderId, problems);
  if (next.orderId !== booking.orderId) next.orderItemId = undefined;
  if (changes.source !== undefined) next.source = trimmedOrNone(changes.source) ?? booking.source;
  if (changes.customerNotes !== undefined) next.customerNotes = trimmedOrNone(changes.customerNotes);
  if (changes.internalNotes !== undefined) next.internalNotes = trimmedOrNone(changes.internalNotes);
  if (changes.externalId !== undefined) next.externalId = trimmedOrNone(changes.externalId);
  next.customFields = changes.customFields ?? booking.customFields;
  return next;
}

function checkedAttendees(
  booking: Booking,
  sent: AttendeeInput[],
  now: Date,
  problems: FaultDetail[],
): Booking['attendees'] {
  return sent.map(({ name, email, customerId, checkedIn }, place) => {
    const address = email === undefined ? undefined : normalizeEmail(email);
    if (email && !address)
      problems.push(problem(`attendees[${place}].email`, 'must be an email address, like jane@example.com.'));
    const before = booking.attendees[place]?.checkedInAt;
    return {
      name: trimmedOrNone(name),
      email: address,
      customerId: customerId && checkedId(`attendees[${place}].customerId`, customerId, problems),
      checkedInAt: (checkedIn ?? before !== undefined) ? (before ?? now) : undefined,
    };
  });
}

function applyCustomers(next: Booking, changes: BookingChanges, problems: FaultDetail[]): void {
  const { customerId, customers } = changes;
  if (customerId === undefined && !customers) return;
  const sent: BookingCustomer[] = (customers ?? next.customers).map(({ customerId: id, role }, place) => ({
    customerId: checkedId(`customers[${place}].customerId`, id, problems) ?? '',
    role: role ?? 'attendee',
  }));
  const named = sent.filter(({ role }) => role === 'primary');
  if (customers && named.length > 1)
    problems.push(problem('customers', 'must have at most one that is primary.'));
  checkDistinct(sent, problems);
  const primary =
    customerId === undefined
      ? (named[0]?.customerId ?? (customers ? undefined : next.customerId))
      : customerId;
  next.customerId = primary ? checkedId('customerId', primary, problems) : undefined;
  if (customers && customerId && named[0] && named[0].customerId !== customerId)
    problems.push(problem('customers', 'names another primary customer than customerId.'));
  const others = sent.filter(({ customerId: id, role }) => id !== next.customerId && role !== 'primary');
  next.customers = next.customerId ? [{ customerId: next.customerId, role: 'primary' }, ...others] : others;
}

function checkDistinct(customers: BookingCustomer[], problems: FaultDetail[]): void {
  const ids = customers.map(({ customerId }) => customerId);
  for (const [place, id] of ids.entries()) {
    if (id && ids.indexOf(id) < place)
      problems.push(problem(`customers[${place}].customerId`, 'is in the list twice.'));
  }
}

function applyPrice(next: Booking, { price, currency }: BookingChanges, problems: FaultDetail[]): void {
  if (currency !== undefined) {
    const code = normalizeCurrency(currency);
    if (!code) problems.push(problem('currency', 'must be a currency of ISO 4217, like EUR.'));
    else if (price === undefined && code !== next.currency)
      problems.push(problem('price', 'is needed with another currency.', 'missing_field'));
    else next.currency = code;
  }
  if (price === undefined) return;
  const minor = toMinor(price, next.currency);
  if (minor === undefined) problems.push(problem('price', amountRule(next.currency)));
  else next.priceMinor = minor;
}

/** An id in the form of one, in lower case; an empty text is none. */
export function checkedId(path: string, id: string, problems: FaultDetail[]): string | undefined {
  if (id === '') return undefined;
  if (!isUuid(id)) problems.push(problem(path, 'must be a record id.'));
  return id.toLowerCase();
}
