// Places for calls to one origin: bounded, and shared fairly among organizations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openOriginSlots } from './origin-slots.ts';

const url = 'https://hooks.example/1';

/** Asks for `count` places for an organization; notes in `got` when each comes, with what gives it back. */
function ask(
  slots: ReturnType<typeof openOriginSlots>,
  got: { organization: string; giveBack: () => void }[],
  organization: string,
  count: number,
): void {
  for (let asked = 0; asked < count; asked += 1) {
    void slots.take(url, organization).then((giveBack) => got.push({ organization, giveBack }));
  }
}

test('an organization whose calls hang leaves places at the same origin for another', async () => {
  const slots = openOriginSlots({ perOriginMax: 4, perOrganizationMax: 3 });
  const got: Parameters<typeof ask>[1] = [];
  ask(slots, got, 'hangs', 10);
  ask(slots, got, 'other', 2);
  await setImmediate();
  assert.deepEqual(
    got.map(({ organization }) => organization),
    ['hangs', 'hangs', 'hangs', 'other'],
  );
  got[3]!.giveBack();
  await setImmediate();
  assert.equal(got.at(-1)!.organization, 'other');
});

test('organizations that wait take turns, however many calls each has waiting', async () => {
  const slots = openOriginSlots({ perOriginMax: 2, perOrganizationMax: 2 });
  const got: Parameters<typeof ask>[1] = [];
  ask(slots, got, 'many', 6);
  ask(slots, got, 'one', 1);
  ask(slots, got, 'two', 2);
  for (let ended = 0; ended < 7; ended += 1) {
    await setImmediate();
    got[ended]!.giveBack();
  }
  await setImmediate();
  const order = got.map(({ organization }) => organization);
  assert.deepEqual(order.slice(2), ['many', 'one', 'two', 'many', 'two', 'many', 'many']);
});

test('places that are given back are all there again', async () => {
  const slots = openOriginSlots({ perOriginMax: 3, perOrganizationMax: 2 });
  for (let round = 0; round < 3; round += 1) {
    const got: Parameters<typeof ask>[1] = [];
    ask(slots, got, 'a', 2);
    ask(slots, got, 'b', 2);
    await setImmediate();
    assert.equal(got.length, 3);
    for (let ended = 0; ended < 4; ended += 1) {
      got[ended]!.giveBack();
      await setImmediate();
    }
  }
});
