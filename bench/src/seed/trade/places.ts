// Where the benchmark's organizations serve their customers, and what they offer: made as the application makes it.
import { createCompany } from 'frontdesk/src/core/companies/companies.ts';
import { createLocation, replaceLocationSchedule } from 'frontdesk/src/core/places/locations.ts';
import { createSublocation } from 'frontdesk/src/core/places/sublocations.ts';
import type { Scope } from 'frontdesk/src/core/scope.ts';
import { createService } from 'frontdesk/src/core/services/services.ts';
import { createStaffMember } from 'frontdesk/src/core/staff/staff.ts';

/** What an organization's trade takes place in, by record id. */
export interface Places {
  /** Of every location. */
  sublocations: { id: string; locationId: string }[];
  /** What can be had in all sublocations. */
  everywhere: string;
  /** What can be had in those of one location, in the order of locations. */
  inOneLocation: string[];
  companies: string[];
  staff: string[];
}

/** How long every booking takes. */
export const bookingMinutes = 30;
const locationCount = 5;
const sublocationsEach = 10;
const companyCount = 200;
const staffCount = 20;
const openAllWeek = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  startMinute: 6 * 60,
  endMinute: 23 * 60,
}));

/** Makes five locations of ten desks each, a service for all desks and one for those of each location. */
export async function makePlaces(scope: Scope): Promise<Places> {
  const made: Places = { sublocations: [], everywhere: '', inOneLocation: [], companies: [], staff: [] };
  for (let place = 1; place <= staffCount; place += 1) {
    const { id } = await createStaffMember(scope, { firstName: 'Kim', lastName: `Nr. ${place}` });
    made.staff.push(id);
  }
  for (let place = 1; place <= locationCount; place += 1) {
    const ids = await makeLocation(scope, { name: `House ${place}` }, { count: sublocationsEach });
    made.sublocations.push(...ids.sublocations);
    await replaceLocationSchedule(scope, ids.locationId, { rules: openAllWeek, exceptions: [] });
    const ofLocation = ids.sublocations.map(({ id }) => id);
    made.inOneLocation.push(await makeService(scope, `A lesson in house ${place}`, ofLocation, made.staff));
  }
  const all = made.sublocations.map(({ id }) => id);
  made.everywhere = await makeService(scope, 'A desk', all, []);
  for (let place = 1; place <= companyCount; place += 1) {
    made.companies.push((await createCompany(scope, { name: `Company ${place}` })).id);
  }
  return made;
}

/** Makes a location that is always open, and its desks, each for one unless told otherwise. */
export async function makeLocation(
  scope: Scope,
  location: Parameters<typeof createLocation>[1],
  { count, capacity = 1 }: { count: number; capacity?: number },
): Promise<{ locationId: string; sublocations: Places['sublocations'] }> {
  const { id: locationId } = await createLocation(scope, location);
  const sublocations: Places['sublocations'] = [];
  for (let place = 1; place <= count; place += 1) {
    const input = { locationId, name: `Desk ${place}`, kind: 'desk', capacity };
    sublocations.push({ id: (await createSublocation(scope, input)).id, locationId });
  }
  return { locationId, sublocations };
}

async function makeService(scope: Scope, name: string, sublocationIds: string[], staffIds: string[]) {
  const input = { name, durationMinutes: bookingMinutes, sublocationIds, staffIds, price: 50, taxRate: 19 };
  const { id } = await createService(scope, { ...input, taxSetting: 'inclusive' });
  return id;
}
