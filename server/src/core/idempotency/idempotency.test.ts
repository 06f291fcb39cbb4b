// Keyed requests by themselves: when the transaction opens, and what becomes of it when a write fails. Requests that
// arrive together are in test/races/idempotency.test.ts.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { emptyCustomer } from '#core/customers/customer.ts';
import { insertCustomer } from '#core/customers/customer-queries.ts';
import { eventOf } from '#core/events/events.ts';
import { answerOnce } from '#core/idempotency/idempotency.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { sha256 } from '#kit/hash.ts';
import { makeOrganization, type World, world } from '#test/world.ts';

suite('a keyed request', () => {
  let all: World;
  before(async () => {
    all = await world();
  });

  const keyed = (key: string, body = '') => ({ operation: 'test', key, fingerprint: sha256(body) });
  const answer = { status: 201, body: '{}' };

  async function store(tx: Tx, scope: Scope, customerNumber: string): Promise<void> {
    const customer = { ...emptyCustomer(scope.organization.id, scope.clock.now()), customerNumber };
    await insertCustomer(tx, customer, eventOf(scope, 'customer.created', customer));
  }
  const numbersIn = async (scope: Scope) =>
    (
      await scope.read(
        (tx) => tx<{ customerNumber: string }[]>`
      select customer_number from customers where organization_id = ${tx.organizationId} order by 1
    `,
      )
    ).map(({ customerNumber }) => customerNumber);

  test('runs once and is answered as before, also by another key of the same body', async () => {
    const { scope } = await makeOrganization(all);
    let runs = 0;
    const run = async (joined: Scope) => {
      runs += 1;
      await joined.write((tx) => store(tx, joined, `TEST-${runs}`));
      return { status: 201, body: `{"run":${runs}}` };
    };
    assert.deepEqual(await answerOnce(scope, keyed('a'), run), {
      status: 201,
      body: '{"run":1}',
      replayed: false,
    });
    assert.deepEqual(await answerOnce(scope, keyed('a'), run), {
      status: 201,
      body: '{"run":1}',
      replayed: true,
    });
    assert.equal((await answerOnce(scope, keyed('b'), run)).body, '{"run":2}');
    await assert.rejects(answerOnce(scope, keyed('a', 'other'), run), { code: 'idempotency_key_reused' });
    assert.deepEqual(await numbersIn(scope), ['TEST-1', 'TEST-2']);
  });

  test('that fails has done nothing and leaves its key', async () => {
    const { scope } = await makeOrganization(all);
    const fails = answerOnce(scope, keyed('a'), async (joined) => {
      await joined.write((tx) => store(tx, joined, 'TEST-1'));
      throw new Error('after the write');
    });
    await assert.rejects(fails, /after the write/);
    assert.deepEqual(await numbersIn(scope), []);
    const { replayed } = await answerOnce(scope, keyed('a'), async (joined) => {
      await joined.write((tx) => store(tx, joined, 'TEST-1'));
      return answer;
    });
    assert.equal(replayed, false);
  });

  test('may look around, write anew and draw again after a write that failed', async () => {
    const { scope } = await makeOrganization(all);
    await scope.write((tx) => store(tx, scope, 'TEST-1'));
    await answerOnce(scope, keyed('a'), async (joined) => {
      await assert.rejects(joined.write((tx) => store(tx, joined, 'TEST-1')));
      assert.deepEqual(await numbersIn(joined), ['TEST-1']);
      await joined.writeApart((tx) => store(tx, joined, 'TEST-2'));
      await joined.write((tx) => store(tx, joined, 'TEST-3'));
      return answer;
    });
    assert.deepEqual(await numbersIn(scope), ['TEST-1', 'TEST-2', 'TEST-3']);
  });

  test('sees its own writes, and nobody else does until it is answered', async () => {
    const { scope } = await makeOrganization(all);
    await answerOnce(scope, keyed('a'), async (joined) => {
      await joined.write((tx) => store(tx, joined, 'TEST-1'));
      assert.deepEqual(await numbersIn(joined), ['TEST-1']);
      if (all.parts.db.kind === 'server') assert.deepEqual(await numbersIn(scope), []);
      return answer;
    });
    assert.deepEqual(await numbersIn(scope), ['TEST-1']);
  });

  test('that goes on after losing an earlier write is a bug, and is not committed', async () => {
    const { scope } = await makeOrganization(all);
    const careless = answerOnce(scope, keyed('a'), async (joined) => {
      await joined.write((tx) => store(tx, joined, 'TEST-1'));
      await joined.write((tx) => store(tx, joined, 'TEST-1')).catch(() => undefined);
      await joined.write((tx) => store(tx, joined, 'TEST-2'));
      return answer;
    });
    await assert.rejects(careless, /write once/);
    assert.deepEqual(await numbersIn(scope), []);
  });

  test('opens no transaction before it writes', async () => {
    const { scope } = await makeOrganization(all);
    await answerOnce(scope, keyed('a'), async (joined) => {
      // With the one connection of the embedded database this would wait for ever.
      await scope.write((tx) => store(tx, scope, 'TEST-0'));
      await joined.write((tx) => store(tx, joined, 'TEST-1'));
      return answer;
    });
    assert.deepEqual(await numbersIn(scope), ['TEST-0', 'TEST-1']);
  });
});
