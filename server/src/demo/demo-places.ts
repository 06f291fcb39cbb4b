// What the demo organization can be booked for: two houses with rooms, desks and a court, the people who work there,
// and five services with opening hours, so that there is something free at any time.
import { createEquipment } from '#core/equipment/equipment.ts';
import type { LocationChanges } from '#core/places/location.ts';
import { createLocation, replaceLocationSchedule } from '#core/places/locations.ts';
import type { Schedule } from '#core/places/schedule.ts';
import { createSublocation } from '#core/places/sublocations.ts';
import type { Scope } from '#core/scope.ts';
import { createServiceCategory } from '#core/services/service-categories.ts';
import { createService, type NewService, replaceServiceSchedule } from '#core/services/services.ts';
import { createStaffMember, replaceStaffMemberSchedule } from '#core/staff/staff.ts';

const harbour: LocationChanges & { name: string } = {
  name: 'Harbour House',
  address: { line1: 'Am Sandtorkai 30', city: 'Hamburg', postalCode: '20457', country: 'DE' },
  phone: '+49 40 5550100',
  email: 'harbour@harbour-house.example',
};
const alster: LocationChanges & { name: string } = {
  name: 'Alster House',
  address: { line1: 'Jungfernstieg 7', city: 'Hamburg', postalCode: '20354', country: 'DE' },
  phone: '+49 40 5550120',
  email: 'alster@harbour-house.example',
};
const morningYoga = 'Morning yoga';
/** Days of the year on which both houses are closed, MM-DD. */
export const holidays = ['12-25', '12-26', '01-01'];

/** What was made, for what is booked there. */
export interface DemoPlaces {
  harbourId: string;
  /** By the services' names. */
  serviceIds: Record<string, string>;
  staffIds: Record<'ines' | 'tomasz' | 'mei', string>;
}

/** Makes it all. Holidays are told for this year and the two after it. */
export async function makeDemoPlaces(scope: Scope): Promise<DemoPlaces> {
  const harbourId = await openHouse(scope, harbour, weekly([1, 2, 3, 4, 5], 8, 20), weekly([6], 10, 16));
  const alsterId = await openHouse(scope, alster, weekly([1, 2, 3, 4, 5, 6, 7], 7, 22));
  const { ines, tomasz, mei } = await hire(scope);
  const projector = await createEquipment(scope, { locationId: harbourId, name: 'Projector', quantity: 2 });
  const services = [
    ...spaces((await createServiceCategory(scope, { name: 'Rooms and desks' })).id, {
      rooms: [
        ...(await furnish(scope, harbourId, 'room', { Lighthouse: 8, Quay: 4 })),
        ...(await furnish(scope, alsterId, 'room', { Boathouse: 12 })),
      ],
      desks: await furnish(scope, harbourId, 'desk', { 'Window desk': 1, 'Quiet desk': 1, 'Team table': 6 }),
      courts: await furnish(scope, alsterId, 'court', { 'Court 1': 4, 'Court 2': 4 }),
      projectorId: projector.id,
    }),
    ...withPeople((await createServiceCategory(scope, { name: 'Coaching and classes' })).id, {
      harbourId,
      studio: await furnish(scope, alsterId, 'room', { Studio: 14 }),
      coaches: [ines.id, tomasz.id],
      teacher: ines.id,
    }),
  ];
  const serviceIds: Record<string, string> = {};
  for (const service of services) {
    const { id, name } = await createService(scope, service);
    const mornings = { rules: weekly([1, 3, 5], 7, 9), exceptions: [] };
    if (name === morningYoga) await replaceServiceSchedule(scope, id, mornings);
    serviceIds[name] = id;
  }
  return { harbourId, serviceIds, staffIds: { ines: ines.id, tomasz: tomasz.id, mei: mei.id } };
}

function spaces(
  categoryId: string,
  {
    rooms,
    desks,
    courts,
    projectorId,
  }: Record<'rooms' | 'desks' | 'courts', string[]> & { projectorId: string },
): NewService[] {
  const terms = { categoryId, taxRate: 19, cancelNoticeMinutes: 1_440 };
  return [
    {
      ...terms,
      name: 'Meeting room, one hour',
      description: 'A room for up to twelve, with a screen; at Harbour House with a projector.',
      durationMinutes: 60,
      intervalMinutes: 30,
      bufferAfterMinutes: 15,
      capacity: 12,
      price: 45,
      lateCancelFee: 20,
      sublocationIds: rooms,
      equipment: [{ equipmentId: projectorId }],
    },
    {
      ...terms,
      name: 'Day desk',
      description: 'A desk for the day, with coffee.',
      durationMinutes: 480,
      intervalMinutes: 60,
      capacity: 6,
      capacityMode: 'shared',
      price: 25,
      sublocationIds: desks,
    },
    {
      ...terms,
      name: 'Padel court',
      durationMinutes: 90,
      intervalMinutes: 30,
      capacity: 4,
      price: 36,
      minimumNoticeMinutes: 60,
      sublocationIds: courts,
    },
  ];
}

function withPeople(
  categoryId: string,
  {
    harbourId,
    studio,
    coaches,
    teacher,
  }: { harbourId: string; studio: string[]; coaches: string[]; teacher: string },
): NewService[] {
  const terms = { categoryId, taxRate: 19, requiresStaff: true };
  return [
    {
      ...terms,
      name: 'Career coaching',
      description: 'Fifty minutes with one of our coaches, one at a time.',
      durationMinutes: 50,
      intervalMinutes: 60,
      bufferAfterMinutes: 10,
      price: 80,
      minimumNoticeMinutes: 1_440,
      rescheduleNoticeMinutes: 1_440,
      locationId: harbourId,
      staffIds: coaches,
    },
    {
      ...terms,
      name: morningYoga,
      durationMinutes: 60,
      capacity: 14,
      capacityMode: 'shared',
      price: 12,
      sublocationIds: studio,
      staffIds: [teacher],
    },
  ];
}

/** Makes sublocations of one kind, by name and how many places each has, and returns their ids. */
async function furnish(
  scope: Scope,
  locationId: string,
  kind: string,
  capacities: Record<string, number>,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [name, capacity] of Object.entries(capacities)) {
    ids.push((await createSublocation(scope, { locationId, kind, name, capacity })).id);
  }
  return ids;
}

async function openHouse(
  scope: Scope,
  house: LocationChanges & { name: string },
  ...rules: Schedule['rules'][]
): Promise<string> {
  const { id } = await createLocation(scope, house);
  const year = scope.clock.now().getUTCFullYear();
  const dates = [year, year + 1, year + 2].flatMap((one) => holidays.map((day) => `${one}-${day}`));
  const exceptions = dates.map((date) => ({ date, intervals: [] }));
  await replaceLocationSchedule(scope, id, { rules: rules.flat(), exceptions });
  return id;
}

async function hire(scope: Scope) {
  const ines = await createStaffMember(scope, { firstName: 'Ines', lastName: 'Okonkwo', title: 'Coach' });
  const tomasz = await createStaffMember(scope, { firstName: 'Tomasz', lastName: 'Lind', title: 'Coach' });
  const mei = await createStaffMember(scope, { firstName: 'Mei', lastName: 'Albrecht', title: 'Reception' });
  await replaceStaffMemberSchedule(scope, ines.id, { rules: weekly([1, 2, 3, 5], 7, 16), exceptions: [] });
  await replaceStaffMemberSchedule(scope, tomasz.id, { rules: weekly([2, 4], 10, 18), exceptions: [] });
  return { ines, tomasz, mei };
}

function weekly(weekdays: number[], fromHour: number, untilHour: number): Schedule['rules'] {
  return weekdays.map((weekday) => ({ weekday, startMinute: fromHour * 60, endMinute: untilHour * 60 }));
}
