// The hourly limit of a key is exact, however many processes count it, and though none of them writes for each request.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { askAs, type Caller } from '#test/ask.ts';
import { type Cleanup, freshWorld, onServer } from '#test/databases.ts';
import { atOnce, countOf, openTwoApps } from '#test/races/two-apps.ts';
import { makeOrganization, type World } from '#test/world.ts';

const limit = 100;
const settings = { ADMIN_RATE_LIMIT: String(limit) };
const hourMs = 3_600_000;
/** In the middle of an hour, so that no window ends while a test runs. */
const middle = new Date('2026-03-02T10:30:00Z');

suite('the limit of a key', () => {
  test('lets exactly as many requests of an hour pass, and tells how many are left', async (t) => {
    const all = await freshWorld(t, settings);
    all.clock.set(middle);
    const { admin } = await makeOrganization(all);
    const answers = [];
    for (let count = 0; count < limit + 20; count += 1) answers.push(await admin.get('/account'));
    const passed = answers.filter(({ status }) => status === 200);
    assert.equal(passed.length, limit);
    assert.deepEqual(
      passed.map(({ headers }) => Number(headers['x-ratelimit-remaining'])),
      Array.from({ length: limit }, (_, place) => limit - 1 - place),
    );
    const refused = answers.at(-1)!;
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    assert.equal(refused.headers['ratelimit-policy'], `"admin";q=${limit};w=3600`);
    assert.equal(refused.headers['retry-after'], refused.headers['x-ratelimit-reset']);
    assert.ok(Number(refused.headers['retry-after']) <= 1800);

    all.clock.set(new Date(middle.getTime() + hourMs / 2));
    assert.equal((await admin.get('/account')).status, 200, 'the next hour begins anew');
  });

  // To see it fail: let grantRequests() in core/limits/limit-queries.ts add up without `where … granted < limit`.
  test('is exact when 300 requests alternate between two processes', onServer, async (t) => {
    const callers = await twoCallers(t);
    const statuses = [];
    for (let count = 0; count < 300; count += 1)
      statuses.push((await callers[count % 2]!.get('/account')).status);
    assert.deepEqual(countOf(statuses), { 200: limit, 429: 200 });
  });

  test('is exact when 300 requests come at once to two processes', onServer, async (t) => {
    const callers = await twoCallers(t);
    const answers = await atOnce(300, (place) => callers[place % 2]!.get('/account'));
    assert.deepEqual(countOf(answers.map(({ status }) => status)), { 200: limit, 429: 200 });
  });

  test('is exact when one process takes a share, falls quiet and gives it back', onServer, async (t) => {
    const worlds = await openTwoApps(t, settings);
    const [here, there] = await callersOf(worlds);
    const statuses = [];
    for (let count = 0; count < 60; count += 1) statuses.push((await here!.get('/account')).status);
    worlds[0].clock.advance(2_000);
    await worlds[0].parts.limiter.giveBack();
    for (let count = 0; count < 60; count += 1) statuses.push((await there!.get('/account')).status);
    assert.deepEqual(countOf(statuses), { 200: limit, 429: 20 });
  });

  // To see it fail: let grantRequests() replace window_start with the asking process's own.
  test('is not lost at the turn of the hour when the clocks of two processes differ', onServer, async (t) => {
    const worlds = await openTwoApps(t, settings);
    const callers = await callersOf(worlds);
    const turn = new Date('2026-03-02T11:00:00Z').getTime();
    worlds[0].clock.set(new Date(turn + 1_500));
    worlds[1].clock.set(new Date(turn - 1_500));
    const statuses = [];
    for (let count = 0; count < 300; count += 1)
      statuses.push((await callers[count % 2]!.get('/account')).status);
    assert.deepEqual(countOf(statuses), { 200: limit, 429: 200 });
  });
});

async function twoCallers(test: Cleanup): Promise<Caller[]> {
  return callersOf(await openTwoApps(test, settings));
}

/** One key, asked through each of the worlds. */
async function callersOf(worlds: [World, World]): Promise<Caller[]> {
  for (const { clock } of worlds) clock.set(middle);
  const key = await (await makeOrganization(worlds[0])).keyFor();
  return worlds.map(({ app }) => askAs(app, key));
}
