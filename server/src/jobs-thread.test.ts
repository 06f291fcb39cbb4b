// The jobs of a server on a thread of their own.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import type { Jobs } from '#jobs/jobs.ts';
import { startJobsThread } from '#src/jobs-thread.ts';
import { makeClock } from '#test/clock.ts';
import { freshDatabase, onServer } from '#test/databases.ts';
import { makeToldHouse } from '#test/webhooks.ts';
import { openWorld } from '#test/world.ts';

/** A house in a database of its own, whose jobs wait for the thread. */
async function openHouse(context: TestContext) {
  const world = await openWorld(
    { DATABASE_URL: await freshDatabase(context) },
    { clock: makeClock(new Date()) },
  );
  const jobs: Jobs[] = [];
  context.after(async () => {
    await Promise.all(jobs.map((job) => job.stop()));
    await world.app.close();
    await world.parts.close();
  });
  return { ...world, jobs, house: await makeToldHouse(world, context) };
}

test(
  'what a request makes arrives by itself, and when told to stop the thread ends',
  onServer,
  async (context) => {
    const { parts, house } = await openHouse(context);
    const thread = startJobsThread(parts);
    await house.admin.post('/customers', { firstName: 'Ada' });
    await house.receiver.received(1);
    await thread.stop();
    await house.admin.post('/customers', { firstName: 'Bo' });
    assert.deepEqual(
      house.receiver.calls.map(({ event }) => event.data.firstName),
      ['Ada'],
    );
  },
);

test('a thread that fails is told of and begins again', onServer, async (context) => {
  const { parts, house, jobs } = await openHouse(context);
  const failed = Promise.withResolvers<string>();
  const log = pino({}, { write: failed.resolve });
  const nowhere = { ...parts.config, databaseUrl: 'postgres://127.0.0.1:1/nowhere' };
  jobs.push(startJobsThread({ ...parts, log, config: nowhere }));
  assert.match(await failed.promise, /The thread of the jobs failed\./);
  nowhere.databaseUrl = parts.config.databaseUrl!;
  await house.admin.post('/customers', { firstName: 'Ada' });
  await house.receiver.received(1);
});
