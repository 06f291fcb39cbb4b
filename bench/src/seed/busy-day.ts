// A hall that every request to book wants a desk of, on one busy day after the other.
import { openScope } from 'frontdesk/src/core/scope.ts';
import { createService } from 'frontdesk/src/core/services/services.ts';
import type { Parts } from 'frontdesk/src/parts.ts';
import type { Tenant } from './seed.ts';
import { makeLocation } from './trade/places.ts';

/** What can be booked in the hall. */
export interface BusyHall {
  locationId: string;
  deskIds: string[];
  /** Takes a desk whole, for so many minutes. */
  alone: { id: string; name: string; minutes: number };
  /** Shares a table of so many places. */
  shared: { id: string; minutes: number; tableIds: string[]; capacity: number };
}

const desks = 100;
const tables = 10;
const capacity = 3;
const timeZone = 'UTC';

/** Makes the hall: always open, its services without tickets. */
export async function seedBusyHall({ platform }: Parts, { organization }: Tenant): Promise<BusyHall> {
  const scope = openScope(platform, organization, { type: 'system', id: 'bench', name: 'Benchmark' });
  const hall = await makeLocation(scope, { name: 'Hall', timeZone }, { count: desks });
  const side = await makeLocation(scope, { name: 'Side room', timeZone }, { count: tables, capacity });
  const [deskIds, tableIds] = [hall, side].map(({ sublocations }) => sublocations.map(({ id }) => id));
  const common = { qrCodeTicketsEnabled: false, price: 12, taxRate: 19 };
  const alone = { name: 'Ten minutes at a desk', durationMinutes: 10 };
  const shared = {
    name: 'An hour at a table',
    durationMinutes: 60,
    capacityMode: 'shared' as const,
    capacity,
  };
  const { id: aloneId } = await createService(scope, { ...common, ...alone, sublocationIds: deskIds! });
  const { id: sharedId } = await createService(scope, { ...common, ...shared, sublocationIds: tableIds! });
  return {
    locationId: hall.locationId,
    deskIds: deskIds!,
    alone: { id: aloneId, name: alone.name, minutes: alone.durationMinutes },
    shared: { id: sharedId, minutes: shared.durationMinutes, tableIds: tableIds!, capacity },
  };
}
