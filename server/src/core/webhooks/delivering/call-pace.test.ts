// How many calls begin in one turn of the event loop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openCallPace } from './call-pace.ts';

test('each turn of the event loop has so many calls begin, in the order in which they came', async () => {
  const pace = openCallPace(2);
  const begun: number[] = [];
  for (let call = 0; call < 5; call += 1) void pace.next().then(() => begun.push(call));
  const seen: number[][] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await Promise.resolve();
    seen.push([...begun]);
    await setImmediate();
  }
  assert.deepEqual(seen, [
    [0, 1],
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4],
    [0, 1, 2, 3, 4],
  ]);
});

test('after a rest calls begin at once again', async () => {
  const pace = openCallPace(1);
  for (let round = 0; round < 2; round += 1) {
    let hasBegun = false;
    void pace.next().then(() => {
      hasBegun = true;
    });
    await Promise.resolve();
    assert.equal(hasBegun, true);
    await setImmediate();
    await setImmediate();
  }
});
