// Loops: they go on after errors, come sooner when poked, and end without cutting off a round.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Log } from '#core/scope.ts';
import { type LoopOptions, startLoop } from './loop.ts';

const hourMs = 3_600_000;
const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** A loop whose rounds the test counts and waits for. */
function countedLoop({
  work = async () => {},
  ...options
}: Partial<LoopOptions> & Pick<LoopOptions, 'everyMs'>) {
  const waiting = new Map<number, () => void>();
  const rounds = { begun: 0 };
  const loop = startLoop({
    name: 'test',
    log: quiet,
    ...options,
    async work() {
      rounds.begun += 1;
      waiting.get(rounds.begun)?.();
      await work();
    },
  });
  async function begun(count: number): Promise<void> {
    if (rounds.begun < count) await new Promise<void>((resolve) => waiting.set(count, resolve));
  }
  return { loop, rounds, begun };
}

test('a loop begins at once, and again when poked', async () => {
  const { loop, rounds, begun } = countedLoop({ everyMs: hourMs });
  await begun(1);
  loop.poke();
  await begun(2);
  await loop.stop();
  assert.equal(rounds.begun, 2);
});

test('pokes that come together make one round', async () => {
  const { loop, rounds, begun } = countedLoop({ everyMs: hourMs, pokedAfterMs: 20 });
  await begun(1);
  for (let count = 0; count < 100; count += 1) loop.poke();
  await begun(2);
  await loop.stop();
  assert.equal(rounds.begun, 2);
});

test('a poke during a round makes another round after it', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { loop, rounds, begun } = countedLoop({ everyMs: hourMs, work: () => held });
  await begun(1);
  loop.poke();
  letGo();
  await begun(2);
  await loop.stop();
  assert.equal(rounds.begun, 2);
});

test('a round that fails is logged and does not end the loop', async () => {
  const logged: object[] = [];
  const { loop, begun } = countedLoop({
    everyMs: 1,
    log: { ...quiet, error: (values) => logged.push(values) },
    work: () => Promise.reject(new Error('The database restarts.')),
  });
  await begun(2);
  await loop.stop();
  assert.equal((logged[0] as { job: string }).job, 'test');
});

test('stopping waits for the round under way, and no other begins', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  let ended = false;
  const { loop, rounds, begun } = countedLoop({
    everyMs: 1,
    async work() {
      await held;
      ended = true;
    },
  });
  await begun(1);
  const stopped = loop.stop();
  loop.poke();
  letGo();
  await stopped;
  assert.equal(ended, true);
  assert.equal(rounds.begun, 1);
});

test('stopping ends a long rest', async () => {
  const { loop, begun } = countedLoop({ everyMs: hourMs });
  await begun(1);
  await new Promise(setImmediate);
  await loop.stop();
});
