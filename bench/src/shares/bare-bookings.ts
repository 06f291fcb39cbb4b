// The bare limit of making bookings: the same lock, count and inserts in one transaction, sent in the same flights, and
// the same JSON. It knows the hall beforehand: it reads no service, no opening hours, and checks nothing but the count.
import { wholeQuantity } from 'frontdesk/src/core/bookings/occupancy/occupancy.ts';
import { newId } from 'frontdesk/src/kit/id.ts';
import type postgres from 'postgres';
import type { BusyHall } from '#bench/seed/busy-day.ts';
import type { Statements } from './statements.ts';

/** What the bare server knows beforehand. */
export interface BareBookingSettings {
  sql: postgres.Sql;
  statements: Statements;
  organizationId: string;
  hall: BusyHall;
  /** The next number of a booking. */
  drawNumber(): Promise<number>;
}

/** A booking about to be stored. */
interface NewBooking {
  id: string;
  number: string;
  code: string;
  desk: string;
  customerId: string;
  startsAt: Date;
  endsAt: Date;
  now: Date;
  customers: { customerId: string; role: string }[];
}

const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Makes a booking out of the text of a request; returns the text of the answer. */
export async function bareBooking(settings: BareBookingSettings, text: string): Promise<string> {
  const { sublocationId: desk, customerId, startsAt: start } = JSON.parse(text);
  const { hall, organizationId, statements } = settings;
  const [now, startsAt] = [new Date(), new Date(start)];
  const endsAt = new Date(startsAt.getTime() + hall.alone.minutes * 60_000);
  const number = `BK-${String(await settings.drawNumber()).padStart(6, '0')}`;
  const customers = [{ customerId, role: 'primary' }];
  const made = {
    id: newId(now),
    number,
    code: newCode(),
    desk,
    customerId,
    startsAt,
    endsAt,
    now,
    customers,
  };
  const data = bookingView(hall, made);
  const values = insertValues(settings, made, data);
  const on = await settings.sql.reserve();
  const send = (statement: string, values: unknown[]) =>
    on.unsafe(statement, values as never[], { prepare: true }) as unknown as Promise<{ taken: number }[]>;
  const [ids, from] = [`{${desk}}`, startsAt];
  const [, , , [peak]] = await Promise.all([
    on`begin`,
    send(statements.lockSublocations, [organizationId, ids]),
    send(statements.deleteExpired, [organizationId, ids, now]),
    send(statements.selectPeaks, [
      ...[ids, wholeQuantity, hall.alone.id, hall.alone.id, from, endsAt, organizationId, ids],
      ...[endsAt, from, from, now, organizationId, organizationId, organizationId],
    ]),
  ]);
  if (Number(peak!.taken) > 0) throw new Error(`A desk was asked for twice at ${start}.`);
  await Promise.all([send(statements.insertBooking, values), on`commit`]);
  on.release();
  return JSON.stringify({ success: true, data, timestamp: now });
}

function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => codeAlphabet[byte % 32]).join('');
}

function bookingView({ locationId, alone }: BusyHall, made: NewBooking) {
  const { id, number, code, desk, customerId, startsAt, endsAt, now, customers } = made;
  const [start, end] = [startsAt.toISOString(), endsAt.toISOString()];
  // What a booking always has comes before what it may have, as in Frontdesk's answers.
  return {
    ...{ id, bookingNumber: number, confirmationCode: code, status: 'scheduled', date: start.slice(0, 10) },
    ...{
      startTime: start.slice(11, 16),
      endTime: end.slice(11, 16),
      duration: alone.minutes,
      timezone: 'UTC',
    },
    ...{ startsAt: start, endsAt: end, bufferBefore: 0, bufferAfter: 0, attendeeCount: 1, attendees: [] },
    ...{ serviceId: alone.id, serviceName: alone.name, resourceIds: [], staffIds: [], customers, price: 12 },
    ...{ currency: 'EUR', paymentStatus: 'pending', lateCancelFee: 0, source: 'admin' },
    ticketing: { qrCodeTicketsEnabled: false, walletTicketsEnabled: false },
    ...{ allowsOverlap: false, ignoresSchedule: false, customFields: {}, version: 1 },
    ...{ createdAt: now, updatedAt: now, locationId, sublocationId: desk, customerId },
  };
}

function insertValues(
  { organizationId, hall, statements }: BareBookingSettings,
  made: NewBooking,
  data: object,
): unknown[] {
  const { id, number, code, desk, customerId, startsAt, endsAt, now, customers } = made;
  const { id: serviceId, name } = hall.alone;
  const [start, end] = [startsAt.toISOString(), endsAt.toISOString()];
  const date = start.slice(0, 10);
  const taking = {
    ...{ id: newId(now), resource_type: 'sublocation', resource_id: desk, quantity: 1 },
    ...{ is_whole: true, is_override: false },
  };
  const event = {
    ...{ id: newId(now), type: 'booking.created', recordId: id, actorType: 'system', actorId: 'bare' },
    actorName: 'Bare',
    ...{ data, createdAt: now },
  };
  const row: Record<string, unknown> = {
    ...{ organization_id: organizationId, id, booking_number: number, confirmation_code: code },
    ...{ status: 'scheduled', starts_at: startsAt, ends_at: endsAt, timezone: 'UTC', local_date: date },
    ...{ start_time: start.slice(11, 16), end_time: end.slice(11, 16), day_starts_at: new Date(date) },
    ...{ buffer_before_minutes: 0, buffer_after_minutes: 0, attendee_count: 1, service_id: serviceId },
    ...{ service_name: name, location_id: hall.locationId, sublocation_id: desk, customer_id: customerId },
    ...{ price_minor: 1200, currency: 'EUR', payment_status: 'pending', late_cancel_fee_minor: 0 },
    ...{ source: 'admin', allows_overlap: false, ignores_schedule: false, custom_fields: '{}', version: 1 },
    ...{ created_at: now, updated_at: now },
  };
  return [
    ...bookingColumns(statements.insertBooking).map((column) => row[column] ?? null),
    ...[organizationId, id, startsAt, JSON.stringify(customers)],
    ...[organizationId, id, '[]'],
    ...[organizationId, id, startsAt, '[]'],
    ...[organizationId, id, null, null, serviceId, desk, startsAt, endsAt, JSON.stringify([taking])],
    ...[organizationId, JSON.stringify([event])],
  ];
}

let columns: string[] | undefined;

/** The columns in the order in which the statement's first values come. */
function bookingColumns(statement: string): string[] {
  columns ??= /insert into bookings \(([^)]*)\)/.exec(statement)![1]!.split(/,\s*/);
  return columns;
}
