// Listing bookings in the Admin API: as a calendar, and narrowed by what they are for, whom and where.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { makeBookable } from '#test/bookable.ts';
import { makeOrganization, world } from '#test/world.ts';

const hourMs = 3_600_000;

suite('a list of bookings', () => {
  test('is a calendar between two moments, page by page in the order of starts', async () => {
    const all = await world();
    const other = await makeOrganization(all);
    const { service } = await makeBookable(other.scope, {
      capacities: [9],
      service: { capacityMode: 'shared' },
    });
    const startOf = (hours: number) =>
      new Date(Math.ceil(all.clock.now().getTime() / hourMs) * hourMs + hours * hourMs).toISOString();
    for (const hours of [5, 3, 4, 3, 99]) {
      await other.admin.post('/bookings', { serviceId: service.id, startsAt: startOf(hours) });
    }
    const starts: string[] = [];
    let next = '';
    do {
      const path = `/bookings?from=${startOf(3)}&to=${startOf(6)}&limit=2${next}`;
      const { data, pagination } = (await other.admin.get(path)).body;
      starts.push(...data.map((one: { startsAt: string }) => one.startsAt));
      next = pagination.nextCursor ? `&cursor=${pagination.nextCursor}` : '';
    } while (next);
    assert.deepEqual(starts, [startOf(3), startOf(3), startOf(4), startOf(5)]);
    assert.equal(
      (await other.admin.get(`/bookings?from=${startOf(3)}&cursor=abc`)).body.code,
      'invalid_cursor',
    );
  });

  test('is chosen from by number, code and own id, or else by customer and service', async () => {
    const all = await world();
    const { admin, scope } = await makeOrganization(all);
    const { service } = await makeBookable(scope, { service: { name: 'Career coaching' } });
    const startsAt = new Date(Math.ceil(all.clock.now().getTime() / hourMs) * hourMs + hourMs).toISOString();
    const body = {
      serviceId: service.id,
      startsAt,
      externalId: 'X-7',
      customer: { email: 'lena@example.com' },
    };
    const { id, bookingNumber, confirmationCode } = (await admin.post('/bookings', body)).body.data;
    const digits = String(Number(bookingNumber.slice(3)));
    for (const search of [bookingNumber, `bk-${digits}`, digits, confirmationCode, 'X-7', 'lena', 'coach']) {
      const { options } = (await admin.get(`/metadata/options/bookings?search=${search}`)).body.data;
      assert.deepEqual([search, options.map((option: { id: string }) => option.id)], [search, [id]]);
    }
    const { options } = (await admin.get('/metadata/options/bookings?search=yoga')).body.data;
    assert.deepEqual(options, []);
  });

  test('is narrowed by each of its filters', async () => {
    const all = await world();
    const { admin, scope } = await makeOrganization(all);
    const bookable = await makeBookable(scope);
    const { id: customerId } = (await admin.post('/customers', {})).body.data;
    const startsAt = new Date(Math.ceil(all.clock.now().getTime() / hourMs) * hourMs + hourMs);
    const made = await admin.post('/bookings', {
      serviceId: bookable.service.id,
      startsAt: startsAt.toISOString(),
      customerId,
      externalId: 'X-1',
    });
    const { id, bookingNumber, confirmationCode } = made.body.data;
    const filters = [
      `serviceId=${bookable.service.id}`,
      `locationId=${bookable.location.id}`,
      `sublocationId=${bookable.rooms[0]!.id}`,
      'status=scheduled',
      `search=${bookingNumber.toLowerCase()}`,
      `search=${confirmationCode}`,
      'search=X-1',
    ];
    for (const filter of filters) {
      const { data } = (await admin.get(`/bookings?customerId=${customerId}&${filter}`)).body;
      assert.deepEqual(
        data.map((one: { id: string }) => one.id),
        [id],
        filter,
      );
    }
    const changes = new Date(all.clock.now().getTime() - 60_000).toISOString();
    for (const filter of ['', ...filters.slice(0, 4).map((one) => `&${one}`)]) {
      const { data } = (await admin.get(`/bookings?updatedAfter=${changes}${filter}`)).body;
      assert.deepEqual(
        data.map((one: { id: string }) => one.id),
        [id],
        filter,
      );
    }
    const nobody = '019d432a-b3fe-7a52-9d0b-3f6a1c84e2b7';
    for (const name of [
      'serviceId',
      'locationId',
      'sublocationId',
      'staffId',
      'customerId',
      'companyId',
      'orderId',
    ]) {
      assert.deepEqual((await admin.get(`/bookings?${name}=${nobody}`)).body.data, [], name);
    }
  });

  test('of those changed since a moment has full pages, whatever was deleted meanwhile', async () => {
    const all = await world();
    const { admin, scope } = await makeOrganization(all);
    const { service } = await makeBookable(scope, { service: { capacityMode: 'shared' } });
    const startsAt = new Date(Math.ceil(all.clock.now().getTime() / hourMs) * hourMs + hourMs).toISOString();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1)
      ids.push((await admin.post('/bookings', { serviceId: service.id, startsAt })).body.data.id);
    for (const id of ids.splice(2, 2)) {
      await admin.patch(`/bookings/${id}`, { status: 'cancelled' });
      assert.equal((await admin.delete(`/bookings/${id}`)).status, 204);
    }
    const since = new Date(all.clock.now().getTime() - 60_000).toISOString();
    const seen: string[] = [];
    let next = '';
    do {
      const { data, pagination } = (await admin.get(`/bookings?updatedAfter=${since}&limit=2${next}`)).body;
      seen.push(...data.map((one: { id: string }) => one.id));
      next = pagination.nextCursor ? `&cursor=${pagination.nextCursor}` : '';
    } while (next);
    assert.deepEqual(seen, ids.toReversed());
    const later = new Date(all.clock.now().getTime() + hourMs).toISOString();
    assert.deepEqual((await admin.get(`/bookings?updatedAfter=${later}`)).body.data, []);
  });
});
