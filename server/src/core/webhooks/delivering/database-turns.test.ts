// How many transactions of workers run at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { openDatabaseTurns } from './database-turns.ts';

/** Work that ends when it is told to, on turns that last so long. */
function manyOn(turns: ReturnType<typeof openDatabaseTurns>) {
  const works = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
  const begun: number[] = [];
  const results = works.map(({ promise }, place) =>
    turns.inTurn(() => {
      begun.push(place);
      return promise;
    }),
  );
  return { works, begun, settled: Promise.allSettled(results) };
}

test('each begins when the one before has ended, whether that succeeds or fails', async () => {
  const { works, begun, settled } = manyOn(openDatabaseTurns({ turnMs: 60_000, atOnceMax: 3 }));
  await setImmediate();
  assert.deepEqual(begun, [0]);
  works[0]!.reject(new Error('It failed.'));
  await setImmediate();
  assert.deepEqual(begun, [0, 1]);
  for (const { resolve } of works) resolve(0);
  assert.deepEqual(
    (await settled).map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  );
  assert.deepEqual(begun, [0, 1, 2, 3]);
});

test('one that takes long does not hold up the others, but no more are at work than may be', async () => {
  const { works, begun, settled } = manyOn(openDatabaseTurns({ turnMs: 5, atOnceMax: 3 }));
  while (begun.length < 3) await pause(1);
  await pause(20);
  assert.deepEqual(begun, [0, 1, 2]);
  works[1]!.resolve(1);
  while (begun.length < 4) await pause(1);
  for (const { resolve } of works) resolve(0);
  await settled;
});
