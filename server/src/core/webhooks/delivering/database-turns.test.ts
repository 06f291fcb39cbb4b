// How many transactions of workers run at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openDatabaseTurns } from './database-turns.ts';

test('no more run at once than there are turns, whether those before succeed or fail', async () => {
  const turns = openDatabaseTurns(2);
  const works = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
  const begun: number[] = [];
  const results = works.map(({ promise }, place) =>
    turns.inTurn(() => {
      begun.push(place);
      return promise;
    }),
  );
  const settled = Promise.allSettled(results);
  await setImmediate();
  assert.deepEqual(begun, [0, 1]);
  works[1]!.reject(new Error('It failed.'));
  await setImmediate();
  assert.deepEqual(begun, [0, 1, 2]);
  works[0]!.resolve(0);
  await setImmediate();
  assert.deepEqual(begun, [0, 1, 2, 3]);
  works[2]!.resolve(2);
  works[3]!.resolve(3);
  assert.deepEqual(
    (await settled).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
});
