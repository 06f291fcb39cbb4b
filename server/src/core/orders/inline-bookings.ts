// Bookings that are made with an order: each with an item of its own.
import { lockBookingPlaces, placeBooking } from '#core/bookings/placing/placing-bookings.ts';
import {
  type BookingInput,
  type PreparedBooking,
  prepareBooking,
} from '#core/bookings/placing/prepare-booking.ts';
import type { Order, OrderItem } from '#core/orders/order.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { Fault, invalidField, invalidFields } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';

/** The most bookings that can be made with an order (G-071). */
export const inlineBookingsMax = 20;

/** A booking as it is sent with an order. Customers and company are the order's, and so is the currency. */
export type InlineBooking = Omit<
  BookingInput,
  'customer' | 'customerId' | 'customers' | 'companyId' | 'orderId' | 'currency' | 'paymentStatus'
>;

/** Checks the bookings of a new order, before its transaction. Throws what is wrong, under `bookings[…]`. */
export async function prepareInlineBookings(
  scope: Scope,
  sent: readonly InlineBooking[],
  currency: string,
): Promise<PreparedBooking[]> {
  const prepared: PreparedBooking[] = [];
  for (const [place, booking] of sent.entries()) {
    const priced = booking.price === undefined ? booking : { ...booking, currency };
    try {
      prepared.push(await prepareBooking(scope, priced));
    } catch (error) {
      throw within(`bookings[${place}]`, error);
    }
  }
  return prepared;
}

/** The items of prepared bookings: what they are called and cost, but not yet what they come to. */
export function itemsOfBookings(
  prepared: readonly PreparedBooking[],
  sent: readonly InlineBooking[],
  { currency, taxSetting }: Pick<Order, 'currency' | 'taxSetting'>,
  now: Date,
): OrderItem[] {
  return prepared.map(({ booking, arrangement }, place) => {
    const { service } = arrangement.bookable;
    const isPriced = sent[place]!.price !== undefined;
    if (!isPriced && (service.currency !== currency || service.taxSetting !== taxSetting)) {
      const price = `${service.currency} with tax ${service.taxSetting}`;
      throw invalidField(
        `bookings[${place}].price`,
        `is needed: the service is priced in ${price}.`,
        'missing_field',
      );
    }
    return {
      id: newId(now),
      type: 'service',
      name: booking.serviceName,
      description: undefined,
      serviceId: service.id,
      quantity: 1,
      unitPriceMinor: booking.priceMinor,
      ownDiscountMinor: 0,
      taxRate: service.taxRate,
      subtotalMinor: 0,
      discountMinor: 0,
      taxMinor: 0,
      totalMinor: 0,
      specialInstructions: undefined,
      bookingId: booking.id,
    };
  });
}

/** Locks the places that the bookings could take; before any other lock of the transaction. */
export async function lockInlineBookings(tx: Tx, scope: Scope, prepared: PreparedBooking[]): Promise<void> {
  if (prepared.length > 0) await lockBookingPlaces(tx, scope, prepared);
}

/** Places the bookings of an order that has just been stored. Throws `slot_unavailable` naming the booking. */
export async function placeInlineBookings(
  tx: Tx,
  scope: Scope,
  prepared: PreparedBooking[],
  order: Order,
): Promise<void> {
  const { customerId, companyId, enquiryId, customers, items, paymentStatus } = order;
  const bound = prepared.map((one) => ({
    ...one,
    booking: {
      ...one.booking,
      orderId: order.id,
      orderItemId: items.find(({ bookingId }) => bookingId === one.booking.id)?.id,
      customerId,
      customers,
      companyId,
      enquiryId,
      paymentStatus,
    },
  }));
  for (const [place, one] of bound.entries()) {
    await placeBooking(tx, scope, one).catch((error) => {
      throw within(`bookings[${place}]`, error);
    });
  }
}

/** What was wrong with a part of a body, or can't be had, told of the whole. */
function within(path: string, error: unknown): unknown {
  if (!(error instanceof Fault)) return error;
  const { kind, code, message, details } = error;
  if (kind === 'invalid' && details)
    return invalidFields(details.map((detail) => ({ ...detail, path: `${path}.${detail.path}` })));
  if (kind !== 'conflict') return error;
  return new Fault(kind, code, `${path}: ${message}`, { details: [{ path, code, message }] });
}
