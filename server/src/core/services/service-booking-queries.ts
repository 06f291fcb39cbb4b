// The SQL that a booking of a service begins with: what must be known of it, and the locks on what it takes.
import { findActiveEquipment } from '#core/equipment/equipment-queries.ts';
import { findActiveLocations } from '#core/places/location-queries.ts';
import { findActiveSublocations } from '#core/places/sublocation-queries.ts';
import type { ServiceForBooking } from '#core/services/service.ts';
import { findService } from '#core/services/service-queries.ts';
import { findStaffMembers } from '#core/staff/staff-queries.ts';
import type { Tx } from '#db/tx.ts';

/** A service with all that a booking of it needs to know, in three rounds to the database. Archived ones too. */
export async function findServiceForBooking(tx: Tx, id: string): Promise<ServiceForBooking | undefined> {
  const service = await findService(tx, id);
  if (!service) return undefined;
  const { sublocationIds, staffIds, equipment, locationId } = service;
  const [sublocations, staff, items] = await Promise.all([
    findActiveSublocations(tx, sublocationIds),
    findStaffMembers(tx, staffIds),
    findActiveEquipment(
      tx,
      equipment.map(({ equipmentId }) => equipmentId),
    ),
  ]);
  const locationIds = locationId ? [locationId] : sublocations.map((sublocation) => sublocation.locationId);
  const found = await findActiveLocations(tx, [...new Set(locationIds)]);
  const locations = new Map(found.map((location) => [location.id, location]));
  return {
    service,
    sublocations: sublocations.filter((sublocation) => locations.has(sublocation.locationId)),
    locations,
    staff: staff.filter(({ status }) => status === 'active'),
    equipment: items.map((item) => ({
      item,
      uses: equipment.find(({ equipmentId }) => equipmentId === item.id)!.quantity,
    })),
  };
}

/** What a booking takes, or gives up. */
export interface Resources {
  sublocationIds?: string[] | undefined;
  staffIds?: string[] | undefined;
  equipmentIds?: string[] | undefined;
  serviceIds?: string[] | undefined;
}

/**
 * Locks what bookings take until the transaction ends: kind after kind, each in the order of id, so that nobody who
 * does so waits for somebody who waits for them. To be called once in a transaction, with all that it will touch. What
 * does not exist is left out. Readers and those who only refer to the rows are not kept waiting.
 */
export async function lockResources(tx: Tx, resources: Resources): Promise<void> {
  const { sublocationIds = [], staffIds = [], equipmentIds = [], serviceIds = [] } = resources;
  const own = tx`organization_id = ${tx.organizationId}`;
  // Sent at once, and not when they are waited for: what is counted behind them must be what their holders have left.
  await Promise.all([
    sublocationIds.length > 0 &&
      tx`
        select from sublocations where ${own} and id = any(${sublocationIds}::uuid[]) order by id for no key update
      `.execute(),
    staffIds.length > 0 &&
      tx`select from staff where ${own} and id = any(${staffIds}::uuid[]) order by id for no key update`.execute(),
    equipmentIds.length > 0 &&
      tx`
        select from equipment where ${own} and id = any(${equipmentIds}::uuid[]) order by id for no key update
      `.execute(),
    serviceIds.length > 0 &&
      tx`
        select from services where ${own} and id = any(${serviceIds}::uuid[]) order by id for no key update
      `.execute(),
  ]);
}
