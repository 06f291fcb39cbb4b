// The rate limiter by itself, with a clock moved by hand: windows, shares, and how seldom it writes. That it is exact
// over several processes is shown in test/races/limits.test.ts.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { openRateLimiter, type RateLimit } from '#core/limits/rate-limiter.ts';
import type { TenantDb } from '#db/tx.ts';
import { makeClock } from '#test/clock.ts';
import { makeOrganization, type World, world } from '#test/world.ts';

const limit: RateLimit = { subject: 'test', limit: 10, windowSeconds: 60 };

suite('a rate limiter', () => {
  let all: World;
  before(async () => {
    all = await world();
  });

  /** A limiter of its own organization, at the start of a minute, that counts its writes. */
  async function open() {
    const { organization } = await makeOrganization(all);
    const clock = makeClock(new Date('2026-03-31T09:00:00Z'));
    let writes = 0;
    const db: TenantDb = {
      ...all.parts.db,
      writeOne(organizationId, work) {
        writes += 1;
        return all.parts.db.writeOne(organizationId, work);
      },
    };
    const limiter = openRateLimiter(db, clock);
    const take = async (rate = limit) => limiter.take(organization.id, rate);
    const passing = async (count: number, rate = limit) => {
      let passed = 0;
      for (let done = 0; done < count; done += 1) if ((await take(rate)).allowed) passed += 1;
      return passed;
    };
    return { clock, limiter, take, passing, writes: () => writes };
  }

  test('lets the limit pass in a window, and as much again in the next', async () => {
    const { clock, passing } = await open();
    assert.equal(await passing(15), 10);
    clock.set(new Date('2026-03-31T09:00:59Z'));
    assert.equal(await passing(5), 0);
    clock.set(new Date('2026-03-31T09:01:00Z'));
    assert.equal(await passing(15), 10);
  });

  test('tells how many are left and how long the window lasts', async () => {
    const { clock, take } = await open();
    assert.deepEqual(await take(), { allowed: true, left: 9, resetSeconds: 60 });
    clock.set(new Date('2026-03-31T09:00:59.900Z'));
    assert.deepEqual(await take(), { allowed: true, left: 8, resetSeconds: 1 });
  });

  test('counts every subject, organization and limit for itself', async () => {
    const [one, other] = [await open(), await open()];
    assert.equal(await one.passing(15), 10);
    assert.equal(await one.passing(15, { ...limit, subject: 'another' }), 10);
    assert.equal(await other.passing(15), 10);
  });

  test('writes seldom for a busy subject, and hardly for a refused one', async () => {
    const { passing, writes } = await open();
    const busy = { ...limit, limit: 10_000 };
    assert.equal(await passing(2_000, busy), 2_000);
    assert.ok(writes() < 40, `${writes()} writes for 2,000 requests`);
    const before = writes();
    assert.equal(await passing(500, { ...limit, limit: 1, subject: 'refused' }), 1);
    assert.ok(writes() - before <= 3, `${writes() - before} writes for 499 refusals`);
  });

  test('gives back what a subject that falls quiet has not used', async () => {
    const [first, rate] = [await open(), { ...limit, limit: 200 }];
    const { clock, limiter, take } = first;
    for (let count = 0; count < 20; count += 1) await take(rate);
    clock.advance(1_001);
    await limiter.giveBack();
    assert.equal((await take(rate)).left, 200 - 21);
    assert.equal(await first.passing(300, rate), 200 - 21);
  });
});
