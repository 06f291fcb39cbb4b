// Free times as a signed-in customer is told them.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays } from '#core/places/local-date.ts';
import { wallTimeAt } from '#core/places/local-time.ts';
import { updateService } from '#core/services/services.ts';
import { createStaffMember } from '#core/staff/staff.ts';
import { makeBookable } from '#test/bookable.ts';
import { signIn, visitor } from '#test/customer.ts';
import { makeOrganization, world } from '#test/world.ts';

suite('GET /availability for customers', () => {
  test('answers the free times of the own organization’s services, without who works when', async () => {
    const all = await world();
    const house = await makeOrganization(all);
    const { service, location, rooms } = await makeBookable(house.scope);
    const { id } = await createStaffMember(house.scope, { firstName: 'Ada' });
    await updateService(house.scope, service.id, { staffIds: [id], requiresStaff: true });
    const { me } = await signIn(all, house, 'jane@availability.example');
    const day = addDays(wallTimeAt(location.timeZone, all.clock.now()).date, 1);
    const path = `/availability?serviceId=${service.id}&from=${day}&to=${day}`;
    const { status, body } = await me.get(path);
    assert.equal(status, 200);
    const slot = body.data.slots.find((one: { startTime: string }) => one.startTime === '10:00');
    const { startsAt, ...told } = slot;
    assert.deepEqual(told, {
      date: day,
      startTime: '10:00',
      endTime: '11:00',
      endsAt: startsAt + 3_600_000,
      timezone: 'Europe/Berlin',
      placesLeft: 10,
      locationId: location.id,
      sublocationIds: [rooms[0]!.id],
    });

    const stranger = await makeOrganization(all);
    const { me: elsewhere } = await signIn(all, stranger, 'jane@availability.example');
    assert.equal((await elsewhere.get(path)).status, 400);
    assert.equal((await visitor(all).get(path)).status, 401);
  });
});
