// The SQL of importing bookings.
import type { Tx } from '#db/tx.ts';

/** The numbers of the bookings that have these ids in another system, by id. */
export async function selectBookingsThere(tx: Tx, externalIds: string[]): Promise<Map<string, string>> {
  const rows = await tx<{ externalId: string; bookingNumber: string }[]>`
    select external_id, booking_number from bookings
    where organization_id = ${tx.organizationId} and external_id = any(${externalIds}::text[]) and deleted_at is null
  `;
  return new Map(rows.map(({ externalId, bookingNumber }) => [externalId, bookingNumber]));
}
