// What is bought and booked in the demo organization: a week that is over, with its visits and payments, and the days
// to come, so that calendar, lists and totals show something at once.
import type { Booking } from '#core/bookings/booking.ts';
import { getBooking, updateBooking } from '#core/bookings/bookings.ts';
import { createBooking } from '#core/bookings/placing/create-booking.ts';
import { createOrder } from '#core/orders/create-order.ts';
import type { PaymentMethod } from '#core/orders/order.ts';
import { addPayment, refundOrder } from '#core/orders/order-payments.ts';
import { updateOrder } from '#core/orders/orders.ts';
import { addDays, type LocalDate, weekdayOf } from '#core/places/local-date.ts';
import { minuteOf, momentAt, wallTimeAt } from '#core/places/local-time.ts';
import type { Scope } from '#core/scope.ts';
import { type DemoPlaces, holidays } from '#src/demo/demo-places.ts';

const hourMs = 3_600_000;

/** Somebody who comes, or came. */
interface Visit {
  service: string;
  /** Weekdays on which the service is held, Monday 1. */
  weekdays: number[];
  /** 0 is the first such day from today on, 1 the one after it, -1 the last before today. */
  day: number;
  time: string;
  /** Which customer, from 0. */
  guest: number;
  people?: number;
  /** How it is paid, with an order; without, there is only the booking. */
  pays?: PaymentMethod;
  /** Coffees on the same order. */
  coffees?: number;
  /** What of it is given back, and why. */
  refund?: { amount: number; reason: string };
  ends?: 'completed' | 'no_show' | 'cancelled';
  status?: 'scheduled' | 'confirmed' | 'waiting_list';
}

const desk = { service: 'Day desk', weekdays: [1, 2, 3, 4, 5], time: '09:00' };
const room = { service: 'Meeting room, one hour', weekdays: [1, 2, 3, 4, 5] };
const padel = { service: 'Padel court', weekdays: [1, 2, 3, 4, 5, 6, 7] };
const yoga = { service: 'Morning yoga', weekdays: [1, 3, 5], time: '07:00' };
const coaching = { service: 'Career coaching', weekdays: [2, 4], time: '11:00' };

const coldCoffee = { amount: 3.2, reason: 'Cold coffee' };

const visits: Visit[] = [
  { ...desk, day: -5, guest: 0, pays: 'card', coffees: 2, refund: coldCoffee, ends: 'completed' },
  {
    ...room,
    day: -4,
    time: '10:00',
    guest: 1,
    people: 4,
    pays: 'bank_transfer',
    coffees: 4,
    ends: 'completed',
  },
  { ...padel, day: -4, time: '18:00', guest: 4, people: 4, pays: 'card', ends: 'completed' },
  { ...yoga, day: -2, guest: 2, pays: 'card', ends: 'completed' },
  { ...coaching, day: -1, guest: 6, pays: 'online', ends: 'completed' },
  { ...padel, day: -2, time: '20:00', guest: 5, people: 2, ends: 'no_show' },
  { ...room, day: -1, time: '14:00', guest: 7, people: 6, ends: 'cancelled' },
  { ...desk, day: 0, guest: 0, pays: 'card', status: 'confirmed' },
  { ...padel, day: 0, time: '18:00', guest: 4, people: 4, status: 'confirmed' },
  { ...room, day: 1, time: '09:00', guest: 1, people: 6, pays: 'bank_transfer', status: 'confirmed' },
  { ...yoga, day: 1, guest: 2, pays: 'card', status: 'confirmed' },
  { ...yoga, day: 1, guest: 0, people: 2, status: 'scheduled' },
  { ...coaching, day: 1, guest: 6, pays: 'online', status: 'confirmed' },
  { ...coaching, day: 1, guest: 9, status: 'waiting_list' },
];

/** Makes all of it, each thing at the moment it was done. `customerIds` are of those who have long been customers. */
export async function makeDemoTrade(
  scope: Scope,
  { serviceIds, harbourId }: DemoPlaces,
  customerIds: string[],
): Promise<void> {
  const planned = visits.map((visit) => ({ visit, ...timesOf(scope, visit) }));
  planned.sort((one, other) => one.bookedAt.getTime() - other.bookedAt.getTime());
  for (const { visit, bookedAt, startsAt } of planned) {
    const { service, people = 1, status = 'confirmed', guest } = visit;
    const booking = {
      serviceId: serviceIds[service]!,
      locationId: visit.service === room.service ? harbourId : undefined,
      startsAt,
      attendeeCount: people,
      status,
    };
    const customerId = customerIds[guest]!;
    if (visit.pays) await sell(scope, visit, { booking, customerId, locationId: harbourId, bookedAt });
    else await finish(scope, visit, await createBooking(at(scope, bookedAt), { ...booking, customerId }));
  }
  const tab = { status: 'open_tab' as const, customerId: customerIds[8]!, locationId: harbourId };
  await createOrder(at(scope, hoursAgo(scope, 1)), { ...tab, taxSetting: 'inclusive', items: [coffee(1)] });
}

/** A visit with the order that sells it: paid when it is booked, done when the visit is. */
async function sell(
  scope: Scope,
  visit: Visit,
  {
    booking,
    customerId,
    locationId,
    bookedAt,
  }: {
    booking: { serviceId: string; startsAt: Date; attendeeCount: number };
    customerId: string;
    locationId: string;
    bookedAt: Date;
  },
): Promise<void> {
  const then = at(scope, bookedAt);
  const items = visit.coffees ? [coffee(visit.coffees)] : [];
  const input = { status: 'processing' as const, taxSetting: 'inclusive' as const, customerId, locationId };
  const order = await createOrder(then, { ...input, items, bookings: [booking] });
  const amount = order.totalMinor / 100;
  const card = visit.pays === 'card' ? { cardBrand: 'visa', cardLast4: '4242' } : {};
  await addPayment(then, order.id, { amount, method: visit.pays!, ...card });
  if (visit.ends !== 'completed') return;
  const [bookingId] = order.bookingIds;
  const sold = await getBooking(scope, bookingId!);
  await finish(scope, visit, sold);
  await updateOrder(at(scope, sold.endsAt), order.id, { status: 'completed' });
  if (visit.refund) await refundOrder(at(scope, sold.endsAt), order.id, visit.refund);
}

/** What became of a visit. */
async function finish(
  scope: Scope,
  { ends }: Visit,
  { id, startsAt, endsAt }: Pick<Booking, 'id' | 'startsAt' | 'endsAt'>,
): Promise<void> {
  if (ends === 'cancelled') {
    const then = at(scope, new Date(startsAt.getTime() - 30 * hourMs));
    const cancelReason = 'Two of us are ill.';
    await updateBooking(then, id, { status: 'cancelled', cancelReason, requestedBy: 'customer' });
  }
  if (ends === 'completed' || ends === 'no_show')
    await updateBooking(at(scope, endsAt), id, { status: ends });
}

function coffee(quantity: number) {
  return { type: 'product' as const, name: 'Coffee', quantity, unitPrice: 3.2, taxRate: 19 };
}

/** When a visit starts, and when it was booked: two days ahead, or yesterday. */
function timesOf(scope: Scope, { weekdays, day, time }: Visit): { startsAt: Date; bookedAt: Date } {
  const { timeZone } = scope.organization;
  const { date: today } = wallTimeAt(timeZone, scope.clock.now());
  const startsAt = momentAt(timeZone, { date: dayFrom(today, weekdays, day), minute: minuteOf(time)! });
  const ahead = startsAt.getTime() - 47 * hourMs;
  return { startsAt, bookedAt: new Date(Math.min(ahead, hoursAgo(scope, 20).getTime())) };
}

/** The so-manieth of the weekdays from a date on, or before it, on which the houses are open. */
function dayFrom(today: LocalDate, weekdays: number[], place: number): LocalDate {
  const step = place < 0 ? -1 : 1;
  let left = place < 0 ? -place - 1 : place;
  for (let date = place < 0 ? addDays(today, -1) : today; ; date = addDays(date, step)) {
    if (!weekdays.includes(weekdayOf(date)) || holidays.includes(date.slice(5))) continue;
    if (left === 0) return date;
    left -= 1;
  }
}

function hoursAgo(scope: Scope, hours: number): Date {
  return new Date(scope.clock.now().getTime() - hours * hourMs);
}

function at(scope: Scope, moment: Date): Scope {
  return { ...scope, clock: { now: () => moment } };
}
