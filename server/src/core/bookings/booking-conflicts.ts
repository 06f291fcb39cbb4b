// What a caller is told when a write of a booking ran into what the database holds.
import type { BookingChanges } from '#core/bookings/booking-changes.ts';
import { isTakenTwice, slotUnavailable } from '#core/bookings/occupancy/occupancies.ts';
import { violatedConstraint } from '#db/tx.ts';
import { Fault, invalidField } from '#kit/fault.ts';

const listedCustomersKey = 'booking_customers_organization_id_customer_id_fkey';

/** Which field names a record that is not there, by the key that refused it. */
const fieldsByKey: Record<string, [path: string, message: string]> = {
  bookings_organization_id_customer_id_fkey: ['customerId', 'is no customer.'],
  [listedCustomersKey]: ['customerId', 'is no customer.'],
  booking_attendees_organization_id_customer_id_fkey: ['attendees', 'names somebody who is no customer.'],
  bookings_organization_id_company_id_fkey: ['companyId', 'is no company.'],
  bookings_organization_id_order_id_fkey: ['orderId', 'is no order.'],
};

/** The error a caller is told for a failed write of what was sent; other errors stay as they are. */
export function bookingConflict(error: unknown, sent: Pick<BookingChanges, 'customers'> = {}): unknown {
  if (isTakenTwice(error)) return slotUnavailable('There is no place free at that time.');
  const constraint = violatedConstraint(error) ?? '';
  if (constraint === listedCustomersKey && sent.customers)
    return invalidField('customers', 'names somebody who is no customer.');
  const field = fieldsByKey[constraint];
  return field ? invalidField(...field) : error;
}

/** Whether a write failed because another booking has the number or the confirmation code. */
export function isNumberTaken(error: unknown): boolean {
  const constraint = violatedConstraint(error);
  return (
    constraint === 'bookings_organization_id_booking_number_key' ||
    constraint === 'bookings_organization_id_confirmation_code_key'
  );
}

/**
 * Whether somebody changed a booking between the two looks at it. Who named no version wants the change whatever the
 * booking is now, and may try anew.
 */
export function isOutrun(error: unknown, version: number | undefined): boolean {
  return version === undefined && error instanceof Fault && error.code === 'version_conflict';
}
