// The ledger of store credit under everything that can go wrong at once: parallel issues, payments, refunds and
// repeated requests, transactions rolled back and connections killed in the middle.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkStoreCredit } from '#core/store-credit/credit-upkeep.ts';
import { connectBeside, onServer } from '#test/databases.ts';
import { checkBooks, makeStorm, randomFrom, takeStep } from '#test/races/credit-storm.ts';
import { atOnce, countOf, openTwoApps } from '#test/races/two-apps.ts';
import { makeOrganization, world } from '#test/world.ts';

const workers = 24;
const stepsOfWorker = 50;

suite('the ledger of store credit', { timeout: 120_000 }, () => {
  // To see it fail: drop `for no key update of a` from lockAccountRow() in core/store-credit/ledger-queries.ts (balances),
  // or `if (earlier) return repeated(…)` from changeLocked() in core/store-credit/store-credit.ts (replays).
  test(
    'adds up after thousands of parallel requests, rolled back and killed in between',
    onServer,
    async (t) => {
      const [here, there] = await openTwoApps(t);
      const house = await makeOrganization(here);
      const beside = connectBeside(t, here.config.databaseUrl!);
      const storm = await makeStorm(house, [here, there]);
      let steps = 0;
      let killed = 0;
      await atOnce(workers, async (worker) => {
        const random = randomFrom(worker);
        for (let step = 0; step < stepsOfWorker; step += 1) {
          await takeStep(storm, random);
          steps += 1;
          if (steps % 40 === 0) killed += await killOne(beside);
        }
      });
      await checkBooks(storm);
      assert.ok(storm.books.sent > 2_000, `only ${storm.books.sent} requests were sent`);
      assert.ok(killed >= 10, `only ${killed} connections were killed`);
    },
  );

  test('adds up on one connection too', async () => {
    const all = await world();
    const storm = await makeStorm(await makeOrganization(all), [all]);
    await atOnce(8, async (worker) => {
      const random = randomFrom(100 + worker);
      for (let step = 0; step < 12; step += 1) await takeStep(storm, random);
    });
    await checkBooks(storm);
  });

  // To see it fail: drop the unique index credit_entries_of_key.
  test('makes one entry of a key that comes for ten customers at once', async () => {
    const { admin } = await makeOrganization(await world());
    const made = await atOnce(10, () => admin.post('/customers', {}));
    const answers = await atOnce(10, (place) =>
      admin.post(
        `/customers/${made[place]!.body.data.id}/store-credit`,
        { amount: 5, currency: 'EUR' },
        { 'idempotency-key': 'one' },
      ),
    );
    assert.deepEqual(countOf(answers.map(({ body }) => body.code ?? 'issued')), {
      issued: 1,
      idempotency_key_reused: 9,
    });
  });

  // To see it fail: let changeBalance() in core/store-credit/store-credit.ts call scope.write without inTurn.
  test('leaves connections to others, however many wait for one account', onServer, async (t) => {
    const [here] = await openTwoApps(t);
    const { admin } = await makeOrganization(here);
    const { id } = (await admin.post('/customers', {})).body.data;
    const issue = (key: string) =>
      admin.post(`/customers/${id}/store-credit`, { amount: 1, currency: 'EUR' }, { 'idempotency-key': key });
    await issue('first');
    const [isHeld, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const beside = connectBeside(t, here.config.databaseUrl!);
    const holder = beside.begin(async (sql) => {
      await sql`select from credit_accounts for update`;
      isHeld.resolve();
      await held.promise;
    });
    await isHeld.promise;
    const waiting = atOnce(20, (place) => issue(`waiting-${place}`));
    while ((await countWaiting(beside)) < 2);
    for (let count = 0; count < 10; count += 1) {
      assert.equal((await admin.get(`/customers/${id}`)).status, 200);
    }
    held.resolve();
    await holder;
    assert.deepEqual(countOf((await waiting).map(({ status }) => status)), { 201: 20 });
  });

  test('gives out no more than there is to many who spend at once', async () => {
    const { admin, scope } = await makeOrganization(await world());
    const { id } = (await admin.post('/customers', {})).body.data;
    const path = `/customers/${id}/store-credit`;
    await admin.post(path, { amount: 10, currency: 'EUR' }, { 'idempotency-key': 'ten' });
    const answers = await atOnce(30, (place) =>
      admin.post(`${path}/debit`, { amount: 1, currency: 'EUR' }, { 'idempotency-key': `spend-${place}` }),
    );
    assert.deepEqual(countOf(answers.map(({ body }) => body.code ?? 'spent')), {
      spent: 10,
      insufficient_credit: 20,
    });
    assert.deepEqual((await checkStoreCredit(scope)).wrong, []);
  });
});

/** Ends one of the product's connections in the middle of its work; returns how many there were, 1 or 0. */
async function killOne(beside: ReturnType<typeof connectBeside>): Promise<number> {
  const ended = await beside`
    select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'frontdesk' and state <> 'idle'
      order by random() limit 1
    ) one
  `;
  return ended.length;
}

/** How many of the product's connections wait for a lock. */
async function countWaiting(beside: ReturnType<typeof connectBeside>): Promise<number> {
  const waiting = await beside`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'frontdesk' and wait_event_type = 'Lock'
  `;
  return waiting.length;
}
