// Several statements of a transaction on their way at once: what whoever waits for them is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { raiseNumber } from '#core/organizations/organization-queries.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import { makeOrganization, world } from '#test/world.ts';

test('a transaction fails with the error of the statement that failed first, however deep it was waited for', async () => {
  const { scope } = await makeOrganization(await world());
  await scope.write((tx) => raiseNumber(tx, 'kind', 1));
  // The first time, statements are prepared one after the other; from then on they travel together.
  for (let round = 0; round < 3; round += 1) {
    const failing = scope.write(async (tx) => {
      const all = Promise.all([deep(() => insertCounter(tx)), raiseNumber(tx, 'other', 1)]);
      all.catch(() => undefined);
      await sent();
      hearNothingForMs(20);
      return all;
    });
    await assert.rejects(failing, (error) => violatedConstraint(error) === 'number_counters_pkey');
  }
});

test('a transaction that goes on after a failed statement is told of that one', async () => {
  const { scope } = await makeOrganization(await world());
  await scope.write((tx) => raiseNumber(tx, 'kind', 1));
  const failing = scope.write(async (tx) => {
    await insertCounter(tx).catch(() => undefined);
    await raiseNumber(tx, 'other', 1);
  });
  await assert.rejects(failing, (error) => violatedConstraint(error) === 'number_counters_pkey');
});

/** Waits as an operation does that is made of parts: each layer hears of a failure a little later. */
async function deep(work: () => Promise<unknown>): Promise<void> {
  await Promise.all([(async () => await Promise.all([work()]))()]);
}

/** Until what was asked has been written to the connection. */
async function sent(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}

/** Keeps this process busy, so that a server's answers to several statements are read at once. */
function hearNothingForMs(duration: number): void {
  const end = performance.now() + duration;
  while (performance.now() < end);
}

async function insertCounter(tx: Tx): Promise<void> {
  await tx`
    insert into number_counters (organization_id, kind, last_number) values (${tx.organizationId}, 'kind', 1)
  `;
}
