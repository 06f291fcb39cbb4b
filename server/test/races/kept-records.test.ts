// Changes of places, staff and services at the same time. On the server database they run on several connections.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOrganization, world } from '#test/world.ts';

// To see it fail on the server database, delete "for no key update" in lockLocation, or the statement `locked` in
// lockService: all changes then start from the version that was there before the others.
for (const [path, body, change] of [
  ['/locations', { name: 'House' }, (place: number) => ({ email: `n${place}@example.com` })],
  ['/services', { name: 'Yoga', durationMinutes: 60 }, (place: number) => ({ capacity: place + 2 })],
] as const) {
  test(`${path}: of changes made at once from one version one is kept, and without a version all count`, async () => {
    const { admin } = await makeOrganization(await world());
    const { id } = (await admin.post(path, body)).body.data;
    const atOnce = (version?: number) =>
      Promise.all(
        Array.from({ length: 8 }, (_, place) => admin.patch(`${path}/${id}`, { ...change(place), version })),
      );
    const statuses = (await atOnce(1)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array(7).fill(409)]);
    const versions = (await atOnce()).map((answer) => answer.body.data.version as number);
    const { data } = (await admin.get(`${path}/${id}`)).body;
    assert.equal(Math.max(...versions), data.version);
    // One of the eight may say what is there already, which is no change.
    assert.ok(data.version === 9 || data.version === 10);
  });
}
