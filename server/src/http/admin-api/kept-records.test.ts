// What is the same of locations, sublocations, equipment, staff, service categories and services: each test goes over
// all of them.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { newId } from '#kit/id.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

/** A kind of record: its path, what one is made of, and a change of it. */
interface Kind {
  path: string;
  body(house: TestOrganization, name: string): Promise<object>;
  change: Record<string, unknown>;
}

const atLocation = (more: object) => async (house: TestOrganization, name: string) => ({
  name,
  locationId: (await house.admin.post('/locations', { name: 'House' })).body.data.id,
  ...more,
});
const kinds: Kind[] = [
  {
    path: '/locations',
    body: async (_house, name) => ({ name, externalId: 'L-1' }),
    change: { email: 'new@example.com' },
  },
  {
    path: '/sublocations',
    body: atLocation({ kind: 'desk', capacity: 4 }),
    change: { capacity: 5, kind: 'court' },
  },
  { path: '/equipment', body: atLocation({ quantity: 2 }), change: { quantity: 9 } },
  { path: '/staff', body: async (_house, firstName) => ({ firstName }), change: { title: 'Coach' } },
  { path: '/service-categories', body: async (_house, name) => ({ name }), change: { name: 'Renamed' } },
  {
    path: '/services',
    body: async (_house, name) => ({ name, durationMinutes: 45, price: 12.5 }),
    change: { price: 13, requiresApproval: true },
  },
];

let all: World;
before(async () => {
  all = await world();
});

for (const { path, body, change } of kinds) {
  test(`${path}: what is created is what is read, listed and found by words of its name`, async () => {
    const house = await makeOrganization(all);
    const { admin } = house;
    const made = await admin.post(path, await body(house, 'Blue 100% Lagoon'));
    await admin.post(path, await body(house, 'Red Cliff'));
    assert.equal(made.status, 201);
    assert.equal(made.headers.etag, '"1"');
    const { data } = made.body;
    assert.equal(data.name, 'Blue 100% Lagoon');
    assert.match(data.createdAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const read = await admin.get(`${path}/${data.id}`);
    assert.deepEqual([read.body.data, read.headers.etag], [data, '"1"']);
    for (const search of ['lagoon', 'BLUE%20LAG', '100%25']) {
      assert.deepEqual((await admin.get(`${path}?search=${search}`)).body.data, [data], search);
    }
    assert.deepEqual((await admin.get(`${path}?search=1_0`)).body.data, []);
    assert.deepEqual((await admin.get(`${path}?search=blue%20cliff`)).body.data, []);
  });

  test(`${path}: the list pages newest first and is narrowed by times`, async () => {
    const house = await makeOrganization(all);
    const { admin } = house;
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      all.clock.advance(1000);
      ids.unshift((await admin.post(path, await body(house, name))).body.data.id);
    }
    const idsOf = async (query: string) =>
      (await admin.get(`${path}?${query}`)).body.data.map(({ id }: { id: string }) => id);
    const first = (await admin.get(`${path}?limit=2`)).body;
    assert.equal(first.pagination.hasMore, true);
    const rest = await idsOf(`limit=2&cursor=${first.pagination.nextCursor}`);
    assert.deepEqual([...first.data.map(({ id }: { id: string }) => id), ...rest], ids);
    const middle = (await admin.get(`${path}/${ids[1]}`)).body.data.createdAt;
    assert.deepEqual(await idsOf(`createdAfter=${middle}`), ids.slice(0, 2));
    assert.deepEqual(await idsOf(`createdBefore=${middle}`), ids.slice(2));
    all.clock.advance(1000);
    const { updatedAt } = (await admin.patch(`${path}/${ids[2]}`, change)).body.data;
    assert.deepEqual(await idsOf(`updatedAfter=${updatedAt}`), [ids[2]]);
  });

  test(`${path}: a change counts, unless it changes nothing or was made from an older version`, async () => {
    const house = await makeOrganization(all);
    const { admin } = house;
    const { id } = (await admin.post(path, await body(house, 'First'))).body.data;
    all.clock.advance(1000);
    const changed = await admin.patch(`${path}/${id}`, { ...change, version: 1 });
    assert.equal(changed.status, 200);
    for (const [field, value] of Object.entries(change)) assert.equal(changed.body.data[field], value, field);
    assert.equal(changed.body.data.version, 2);
    assert.ok(changed.body.data.updatedAt > changed.body.data.createdAt);
    const same = await admin.patch(`${path}/${id}`, change);
    assert.deepEqual(same.body.data, changed.body.data);
    const stale = [
      await admin.patch(`${path}/${id}`, { version: 1 }),
      await admin.patch(`${path}/${id}`, {}, { 'if-match': '"1"' }),
    ];
    assert.deepEqual(
      stale.map(({ status, body: { code } }) => [status, code]),
      Array(2).fill([409, 'version_conflict']),
    );
    assert.equal((await admin.patch(`${path}/${id}`, {}, { 'if-match': '"2"' })).status, 200);
  });

  test(`${path}: one that nothing refers to is deleted for good, and is then unknown`, async () => {
    const house = await makeOrganization(all);
    const other = await makeOrganization(all);
    const { admin } = house;
    const { id } = (await admin.post(path, await body(house, 'First'))).body.data;
    for (const stranger of [
      await other.admin.get(`${path}/${id}`),
      await other.admin.patch(`${path}/${id}`, {}),
      await other.admin.delete(`${path}/${id}`),
    ]) {
      assert.equal(stranger.status, 404);
    }
    const gone = await admin.delete(`${path}/${id}`);
    assert.deepEqual([gone.status, gone.body], [204, undefined]);
    for (const known of [id, newId(all.clock.now()), 'no-id']) {
      const asked = [
        await admin.get(`${path}/${known}`),
        await admin.patch(`${path}/${known}`, {}),
        await admin.delete(`${path}/${known}`),
      ];
      assert.deepEqual(
        asked.map(({ status }) => status),
        [404, 404, 404],
        known,
      );
    }
  });
}

for (const { path, body } of kinds.filter((kind) => !/equipment|categories/.test(kind.path))) {
  test(`${path}: a schedule is replaced as a whole, in order, and counts as a change of its owner`, async () => {
    const house = await makeOrganization(all);
    const { admin } = house;
    const { id } = (await admin.post(path, await body(house, 'First'))).body.data;
    const address = `${path}/${id}/schedule`;
    assert.deepEqual((await admin.get(address)).body.data, { rules: [], exceptions: [] });
    const sent = {
      rules: [
        { weekday: 7, startTime: '00:00', endTime: '24:00', validFrom: '2026-05-01' },
        { weekday: 1, startTime: '13:00', endTime: '18:30' },
        { weekday: 1, startTime: '09:00', endTime: '12:00' },
      ],
      exceptions: [
        { date: '2026-12-25', intervals: [] },
        {
          date: '2026-12-24',
          intervals: [
            { startTime: '14:00', endTime: '15:00' },
            { startTime: '09:00', endTime: '13:00' },
          ],
        },
      ],
    };
    const put = await admin.put(address, { ...sent, version: 1 });
    assert.deepEqual([put.status, put.headers.etag], [200, '"2"']);
    assert.deepEqual(put.body.data, {
      rules: sent.rules.toReversed(),
      exceptions: [
        { date: '2026-12-24', intervals: sent.exceptions[1]!.intervals.toReversed() },
        sent.exceptions[0],
      ],
    });
    const read = await admin.get(address);
    assert.deepEqual([read.body.data, read.headers.etag], [put.body.data, '"2"']);
    assert.equal((await admin.get(`${path}/${id}`)).body.data.version, 2);
    assert.equal((await admin.put(address, sent)).headers.etag, '"2"', 'the same again is no change');
    assert.equal((await admin.put(address, { rules: [], exceptions: [], version: 1 })).status, 409);
    assert.equal((await admin.put(address, { rules: [], exceptions: [] })).headers.etag, '"3"');
    assert.deepEqual((await admin.get(address)).body.data, { rules: [], exceptions: [] });
    assert.equal((await admin.put(`${path}/${newId(all.clock.now())}/schedule`, sent)).status, 404);
    assert.equal((await admin.get(`${path}/no-id/schedule`)).status, 404);
  });
}
