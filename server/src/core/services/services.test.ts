// What can be said of a service, what keeps it in use, and what a booking of it is told.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { createEquipment, updateEquipment } from '#core/equipment/equipment.ts';
import { createLocation, deleteLocation, getLocation, updateLocation } from '#core/places/locations.ts';
import { createSublocation, deleteSublocation, getSublocation } from '#core/places/sublocations.ts';
import type { Scope } from '#core/scope.ts';
import { blankService, type Service } from '#core/services/service.ts';
import { findServiceForBooking } from '#core/services/service-booking-queries.ts';
import { createServiceCategory, deleteServiceCategory } from '#core/services/service-categories.ts';
import { amountsOf, type ServiceChanges, withServiceChanges } from '#core/services/service-changes.ts';
import { createService, getService, listServiceOptions, updateService } from '#core/services/services.ts';
import { createStaffMember, deleteStaffMember, getStaffMember } from '#core/staff/staff.ts';
import { Fault, type FaultDetail } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

const now = new Date('2026-03-31T09:00:00Z');
const someId = newId(now);
const blank = blankService({ id: someId, currency: 'EUR' } as TestOrganization['organization'], now);

function change(changes: ServiceChanges, service = { ...blank, name: 'Room' }) {
  const problems: FaultDetail[] = [];
  const next = withServiceChanges(service, changes, problems);
  return { next, paths: problems.map(({ path }) => path) };
}

suite('the record', () => {
  test('keeps amounts as whole minor units of its currency, and takes no part of one', () => {
    const cases: [string, number, number | undefined][] = [
      ['EUR', 19.99, 1999],
      ['JPY', 1999, 1999],
      ['JOD', 1.999, 1999],
      ['EUR', 0.005, undefined],
      ['JPY', 0.5, undefined],
      ['EUR', -1, undefined],
      ['EUR', 1e15, undefined],
    ];
    for (const [currency, price, minor] of cases) {
      const { next, paths } = change({ currency, price });
      if (minor === undefined) assert.deepEqual(paths, ['price'], `${price} ${currency}`);
      else assert.deepEqual([next.priceMinor, amountsOf(next).price, paths], [minor, price, []]);
    }
    assert.equal(change({ currency: 'chf' }).next.currency, 'CHF');
    assert.deepEqual(change({ currency: 'XXL' }).paths, ['currency']);
  });

  test('asks for its amounts anew when the currency changes, as their digits would mean other sums', () => {
    const priced = change({ price: 10, lateCancelFee: 5 }).next;
    assert.deepEqual(change({ currency: 'JPY' }, priced).paths, ['price', 'lateCancelFee']);
    assert.deepEqual(change({ currency: 'JPY', price: 1000, lateCancelFee: 0 }, priced).paths, []);
    assert.deepEqual(change({ currency: 'eur' }, priced).paths, []);
    assert.deepEqual(change({ currency: 'JPY' }).paths, []);
  });

  test('takes a tax rate of 0 to 100 percent with four digits', () => {
    for (const taxRate of [0, 7.7, 19, 8.8755, 100]) assert.equal(change({ taxRate }).next.taxRate, taxRate);
    for (const taxRate of [-0.1, 100.1, 8.88755, Number.NaN, Number.POSITIVE_INFINITY])
      assert.deepEqual(change({ taxRate }).paths, ['taxRate'], String(taxRate));
  });

  test('keeps each number within its bounds', () => {
    for (const [field, value] of Object.entries({
      durationMinutes: 10_081,
      bufferBeforeMinutes: 1_441,
      bufferAfterMinutes: -1,
      intervalMinutes: 0,
      capacity: 10_001,
      horizonDays: 0,
      cancelNoticeMinutes: 0.5,
    })) {
      assert.deepEqual(change({ [field]: value }).paths, [field]);
    }
  });

  test('is held in sublocations or at one location, never both', () => {
    const [location, room] = [newId(now), newId(now)];
    const placed = change({ locationId: location }).next;
    assert.equal(placed.locationId, location);
    const moved = change({ sublocationIds: [room] }, placed).next;
    assert.deepEqual([moved.locationId, moved.sublocationIds], [undefined, [room]]);
    assert.deepEqual(change({ locationId: location }, moved).paths, ['locationId']);
    const back = change({ sublocationIds: [], locationId: location }, moved);
    assert.deepEqual([back.next.locationId, back.paths], [location, []]);
    assert.equal(change({ locationId: '' }, placed).next.locationId, undefined);
  });

  test('names nothing twice and no text that is no id', () => {
    assert.deepEqual(change({ staffIds: [someId, someId.toUpperCase()] }).paths, ['staffIds[1]']);
    assert.deepEqual(change({ sublocationIds: ['room'] }).paths, ['sublocationIds[0]']);
    const equipment = [{ equipmentId: someId, quantity: 0 }, { equipmentId: someId }];
    assert.deepEqual(change({ equipment }).paths.sort(), [
      'equipment[0].quantity',
      'equipment[1].equipmentId',
    ]);
  });

  test('requires staff only when it names some', () => {
    assert.deepEqual(change({ requiresStaff: true }).paths, ['staffIds']);
    const staffed = change({ requiresStaff: true, staffIds: [someId] });
    assert.deepEqual(staffed.paths, []);
    assert.deepEqual(change({ staffIds: [] }, staffed.next).paths, ['staffIds']);
  });
});

suite('services of an organization', () => {
  let all: World;
  let scope: Scope;
  let other: Scope;

  before(async () => {
    all = await world();
    [scope, other] = [(await makeOrganization(all)).scope, (await makeOrganization(all)).scope];
  });

  test('have the organization’s currency, follow each other without a gap and can be booked for a year', async () => {
    const service = await createService(scope, { name: 'Desk', durationMinutes: 480 });
    const { currency, intervalMinutes, horizonDays, capacityMode, taxSetting, status } = service;
    assert.deepEqual(
      { currency, intervalMinutes, horizonDays, capacityMode, taxSetting, status },
      {
        currency: 'EUR',
        intervalMinutes: 480,
        horizonDays: 365,
        capacityMode: 'exclusive',
        taxSetting: 'inclusive',
        status: 'active',
      },
    );
    assert.deepEqual(await getService(scope, service.id), service);
    const week = await createService(scope, { name: 'Week', durationMinutes: 10_080 });
    assert.equal(week.intervalMinutes, 1_440);
  });

  test('refer only to what their organization has', async () => {
    const theirs = await equipped(other);
    const service = await createService(scope, { name: 'Desk', durationMinutes: 60 });
    const references: [string, ServiceChanges][] = [
      ['categoryId', { categoryId: theirs.category.id }],
      ['locationId', { locationId: theirs.location.id }],
      ['sublocationIds', { sublocationIds: [theirs.room.id] }],
      ['staffIds', { staffIds: [theirs.coach.id] }],
      ['equipment', { equipment: [{ equipmentId: theirs.projector.id }] }],
    ];
    for (const [path, changes] of references) {
      const refused = (error: unknown) => error instanceof Fault && error.details?.[0]?.path === path;
      await assert.rejects(updateService(scope, service.id, changes), refused, path);
      const input = { name: 'New', durationMinutes: 60, ...changes };
      await assert.rejects(createService(scope, input), refused, path);
    }
    assert.deepEqual(await getService(scope, service.id), service);
  });

  test('keep what they refer to: it is retired, not removed, and told of in no booking any more', async () => {
    const { location, room, coach, projector, category, service } = await equipped(scope);
    const told = await forBooking(scope, service.id);
    assert.deepEqual(
      [told.sublocations, told.staff, told.locations.get(location.id), told.equipment],
      [[room], [coach], location, [{ item: projector, uses: 2 }]],
    );

    await updateEquipment(scope, projector.id, { status: 'archived' });
    await deleteStaffMember(scope, coach.id);
    await deleteSublocation(scope, room.id);
    const inUse = (error: unknown) => error instanceof Fault && error.code === 'category_in_use';
    await assert.rejects(deleteServiceCategory(scope, category.id), inUse);
    assert.equal((await getStaffMember(scope, coach.id)).status, 'inactive');
    assert.deepEqual([(await getSublocation(scope, room.id)).status], ['archived']);
    const left = await forBooking(scope, service.id);
    assert.deepEqual([left.sublocations, left.staff, left.equipment], [[], [], []]);
    assert.deepEqual(await getService(scope, service.id), service, 'the service still says where it was');

    await deleteSublocation(scope, room.id);
    assert.equal((await getSublocation(scope, room.id)).version, 2, 'retiring twice is one change');
  });

  test('are nowhere to be had while their location is archived', async () => {
    const { location, service } = await equipped(scope);
    await deleteLocation(scope, location.id);
    assert.equal((await getLocation(scope, location.id)).status, 'archived');
    const told = await forBooking(scope, service.id);
    assert.deepEqual([told.sublocations, told.locations.size], [[], 0]);
    await updateLocation(scope, location.id, { status: 'active' });
    assert.equal((await forBooking(scope, service.id)).sublocations.length, 1);
  });

  test('are offered to choose from while they are in use', async () => {
    const { scope: own } = await makeOrganization(all);
    const yoga = await createService(own, { name: 'Yoga', durationMinutes: 60 });
    await createService(own, { name: 'Old', durationMinutes: 60, status: 'archived' });
    assert.deepEqual(await listServiceOptions(own, { limit: 10 }), [{ id: yoga.id, name: 'Yoga' }]);
    assert.deepEqual(await listServiceOptions(own, { limit: 10, search: 'old' }), []);
  });
});

async function equipped(scope: Scope) {
  const location = await createLocation(scope, { name: 'House' });
  const room = await createSublocation(scope, { name: 'Room', locationId: location.id });
  const projector = await createEquipment(scope, { name: 'Projector', locationId: location.id, quantity: 3 });
  const coach = await createStaffMember(scope, { firstName: 'Ines' });
  const category = await createServiceCategory(scope, { name: `Rooms ${room.id}` });
  const service = await createService(scope, {
    name: 'Workshop',
    durationMinutes: 60,
    categoryId: category.id,
    sublocationIds: [room.id],
    staffIds: [coach.id],
    equipment: [{ equipmentId: projector.id, quantity: 2 }],
  });
  return { location, room, projector, coach, category, service };
}

async function forBooking(scope: Scope, id: Service['id']) {
  const found = await scope.read((tx) => findServiceForBooking(tx, id));
  assert.ok(found);
  return found;
}
