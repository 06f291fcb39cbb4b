// kill -9 in the middle of issues of store credit: whoever repeats what was sent gets the first answer, byte for byte,
// and nothing is counted twice or lost.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openScope } from '#core/scope.ts';
import { checkStoreCredit } from '#core/store-credit/credit-upkeep.ts';
import { makeInstallation, startServer } from '#test/bad-days/server-process.ts';
import { closeWorld } from '#test/databases.ts';
import { openWorld } from '#test/world.ts';

const writers = 8;
/** Killed after this many acknowledged issues, with others under way. */
const acknowledged = 60;

/** An issue as it was sent: its key, and what was answered, if anything was. */
interface Sent {
  key: string;
  answer: string | undefined;
}

suite('a server killed in the middle of issues', { timeout: 120_000 }, () => {
  // To see it fail: drop `await` before transaction.commit() in settle() of db/lanes.ts.
  test('has lost and doubled nothing when all of them are repeated', async (t) => {
    const { environment, house, key } = await makeInstallation(t);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const post = async (url: string, body: object, more: Record<string, string> = {}) => {
      const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
      const response = await fetch(url, init);
      const text = await response.text();
      assert.equal(response.status, 201, text);
      return text;
    };
    const issue = (base: string, id: string, sent: Sent) =>
      post(
        `${base}/customers/${id}/store-credit`,
        { amount: 1, currency: 'EUR' },
        { 'idempotency-key': sent.key },
      );

    const first = await startServer(t, environment);
    await first.ready();
    const { id } = JSON.parse(await post(`${first.url}/customers`, {})).data;
    const sent: Sent[] = [];
    const writing = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let count = 0; ; count += 1) {
          const one: Sent = { key: `${writer}-${count}`, answer: undefined };
          sent.push(one);
          one.answer = await issue(first.url, id, one).catch((error) => {
            if (error instanceof assert.AssertionError) throw error;
            return undefined;
          });
          if (one.answer === undefined) return;
        }
      }),
    );
    while (sent.filter(({ answer }) => answer).length < acknowledged) await pause(2);
    first.kill('SIGKILL');
    await writing;
    await first.ended;

    const second = await startServer(t, environment);
    await second.ready();
    for (const one of sent) {
      const answer = await issue(second.url, id, one);
      assert.equal(one.answer ?? answer, answer);
    }
    second.kill('SIGTERM');
    await second.ended;

    const world = await openWorld(environment);
    try {
      const actor = { type: 'system' as const, id: 'test', name: 'Test' };
      const scope = openScope(world.parts.platform, house.organization, actor);
      assert.deepEqual(await checkStoreCredit(scope), { accounts: 1, wrong: [] });
      const [row] = await scope.read((tx) => tx`select balance_minor as "balanceMinor" from credit_accounts`);
      assert.equal(row!.balanceMinor, sent.length * 100);
    } finally {
      await closeWorld(world);
    }
  });
});
