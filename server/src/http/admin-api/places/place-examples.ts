// The places, people and services that examples are about, as they are sent and as they come back. They follow each
// other like the first hours of a house: a location, a room, a projector, a coach, and what is offered there.

const createdAt = '2026-03-30T07:30:12.480Z';
const changedAt = '2026-03-30T08:02:51.116Z';
const kept = { version: 1, createdAt, updatedAt: createdAt };
const changed = { version: 2, createdAt, updatedAt: changedAt };

/** What a location is created with. */
export const newLocationExample = {
  name: 'Harbour House',
  timezone: 'Europe/Berlin',
  address: { line1: 'Am Sandtorkai 30', city: 'Hamburg', postalCode: '20457', country: 'DE' },
  phone: '+49 40 5550100',
};
/** The location that it creates. */
export const locationExample = {
  id: '019d3da0-5c20-7d14-8b6e-31f0a2c95d47',
  ...newLocationExample,
  phone: '+49405550100',
  status: 'active' as const,
  ...kept,
};
/** What is changed of it. */
export const locationChangeExample = { email: 'hello@harbour-house.example' };
/** The location after that change. */
export const changedLocationExample = { ...locationExample, ...locationChangeExample, ...changed };

/** What a sublocation is created with. */
export const newSublocationExample = {
  locationId: locationExample.id,
  name: 'Lighthouse',
  kind: 'room',
  capacity: 8,
};
/** The sublocation that it creates. */
export const sublocationExample = {
  id: '019d3da1-9f4b-7c08-a35d-7e92b1406f83',
  ...newSublocationExample,
  status: 'active' as const,
  ...kept,
};
/** What is changed of it. */
export const sublocationChangeExample = { capacity: 10 };
/** The sublocation after that change. */
export const changedSublocationExample = { ...sublocationExample, ...sublocationChangeExample, ...changed };

/** What equipment is created with. */
export const newEquipmentExample = { locationId: locationExample.id, name: 'Projector', quantity: 2 };
/** The equipment that it creates. */
export const equipmentExample = {
  id: '019d3da2-e871-7b35-9c40-5d18f6a37b02',
  ...newEquipmentExample,
  status: 'active' as const,
  ...kept,
};
/** What is changed of it. */
export const equipmentChangeExample = { quantity: 3 };
/** The equipment after that change. */
export const changedEquipmentExample = { ...equipmentExample, ...equipmentChangeExample, ...changed };

/** What a staff member is created with. */
export const newStaffExample = {
  firstName: 'Ines',
  lastName: 'Okonkwo',
  email: 'ines@harbour-house.example',
  title: 'Coach',
};
/** The staff member that it creates. */
export const staffExample = {
  id: '019d3da4-3190-7e6a-b8f1-0c47d952ae16',
  ...newStaffExample,
  name: 'Ines Okonkwo',
  status: 'active' as const,
  ...kept,
};
/** What is changed of them. */
export const staffChangeExample = { title: 'Head coach' };
/** The staff member after that change. */
export const changedStaffExample = { ...staffExample, ...staffChangeExample, ...changed };

/** What a category is created with. */
export const newServiceCategoryExample = { name: 'Meeting rooms' };
/** The category that it creates. */
export const serviceCategoryExample = {
  id: '019d3da5-7a0d-7f29-8d53-9b60e4c1782f',
  ...newServiceCategoryExample,
  ...kept,
};
/** What is changed of it. */
export const serviceCategoryChangeExample = { name: 'Rooms' };
/** The category after that change. */
export const changedServiceCategoryExample = {
  ...serviceCategoryExample,
  ...serviceCategoryChangeExample,
  ...changed,
};

/** What a service is created with. */
export const newServiceExample = {
  name: 'Meeting room, one hour',
  description: 'A room for up to eight, with a screen.',
  categoryId: serviceCategoryExample.id,
  durationMinutes: 60,
  bufferAfterMinutes: 15,
  intervalMinutes: 30,
  capacity: 8,
  price: 45,
  taxRate: 19,
  cancelNoticeMinutes: 1440,
  lateCancelFee: 20,
  sublocationIds: [sublocationExample.id],
  equipment: [{ equipmentId: equipmentExample.id, quantity: 1 }],
};
/** The service that it creates. */
export const serviceExample = {
  id: '019d3da7-04b6-7a91-9e2c-64f3d8507ca1',
  ...newServiceExample,
  categoryName: serviceCategoryExample.name,
  staffIds: [],
  bufferBeforeMinutes: 0,
  capacityMode: 'exclusive' as const,
  currency: 'EUR',
  taxSetting: 'inclusive' as const,
  minimumNoticeMinutes: 0,
  horizonDays: 365,
  rescheduleNoticeMinutes: 0,
  noShowGraceMinutes: 15,
  requiresStaff: false,
  requiresApproval: false,
  qrCodeTicketsEnabled: true,
  walletTicketsEnabled: false,
  status: 'active' as const,
  ...kept,
};
/** What is changed of it. */
export const serviceChangeExample = { price: 48, horizonDays: 90 };
/** The service after that change. */
export const changedServiceExample = { ...serviceExample, ...serviceChangeExample, ...changed };

/** Opening hours: weekdays, a shorter Saturday in summer, closed on Christmas Day. */
export const scheduleExample = {
  rules: [
    ...[1, 2, 3, 4, 5].map((weekday) => ({ weekday, startTime: '08:00', endTime: '20:00' })),
    {
      weekday: 6,
      startTime: '10:00',
      endTime: '16:00',
      validFrom: '2026-05-01',
      validUntil: '2026-09-30',
    },
  ],
  exceptions: [
    { date: '2026-12-24', intervals: [{ startTime: '08:00', endTime: '13:00' }] },
    { date: '2026-12-25', intervals: [] },
  ],
};
