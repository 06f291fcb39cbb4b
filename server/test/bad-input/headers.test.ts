// Credentials and headers with something wrong: refused alike on every route, by name.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { type Asker, openAsker } from '#test/bad-input/asker.ts';
import { expectRefusal, leavingNoTrace } from '#test/bad-input/refusals.ts';
import { describedOperations, type Operation } from '#test/operations.ts';
import { type House, makeHouse } from '#test/tenancy/houses.ts';
import { type World, world } from '#test/world.ts';

const endless = 'x'.repeat(5_000);

suite('a request with a header that is wrong', () => {
  let all: World;
  let house: House;
  let key: string;
  let asker: Asker;
  let operations: Operation[];

  before(async () => {
    all = await world();
    house = await makeHouse(all, 'headers');
    key = await house.keyFor();
    asker = openAsker(all, house, key);
    operations = (await describedOperations(all)).filter(({ needsKey }) => needsKey);
  });

  test('without a key, with a wrong one or in another scheme, everything is refused alike', async () => {
    const wrong: [header: string | undefined, code: string][] = [
      [undefined, 'token_missing'],
      ['', 'token_missing'],
      ['Bearer', 'token_missing'],
      [`Basic ${key}`, 'token_missing'],
      [key, 'token_missing'],
      [`Bearer ${key} ${key}`, 'token_missing'],
      ['Bearer x', 'api_key_invalid'],
      [`Bearer ${key.slice(0, -1)}${key.endsWith('0') ? 1 : 0}`, 'api_key_invalid'],
      [`Bearer ${key.toUpperCase()}`, 'api_key_invalid'],
      [`Bearer ${endless}`, 'api_key_invalid'],
    ];
    await leavingNoTrace(all, house, async () => {
      for (const operation of operations) {
        for (const [header, code] of wrong) {
          const answer = await asker.ask(operation, {
            headers: header === undefined ? {} : { authorization: header },
            anonymous: true,
          });
          expectRefusal(
            answer,
            { status: 401, code },
            `${operation.operationId} with ${header?.slice(0, 30)}`,
          );
          assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer/, operation.operationId);
        }
      }
    });
  });

  test('a key that lacks the permission is told which one', async () => {
    const readsMetadata = await house.keyFor(['metadata:read']);
    const readsCustomers = await house.keyFor(['customers:read']);
    let refused = 0;
    for (const operation of operations.filter(({ operationId }) => operationId !== 'getAccount')) {
      const poor = operation.path.startsWith('/metadata') ? readsCustomers : readsMetadata;
      const answer = await asker.ask(operation, {
        headers: { authorization: `Bearer ${poor}` },
        anonymous: true,
      });
      expectRefusal(answer, { status: 403, code: 'permission_denied' }, operation.operationId);
      assert.match(answer.body.error, /[a-z_]+:[a-z]+/, operation.operationId);
      refused += 1;
    }
    assert.ok(refused > 5);
  });

  test('an Idempotency-Key that is none is refused by name', async () => {
    const bad = [' ', 'a b', 'x'.repeat(129), 'é', 'a/b', 'a,b', '""', 'a;b'];
    await leavingNoTrace(all, house, async () => {
      for (const operation of operations.filter(({ method }) => method === 'POST')) {
        for (const value of bad) {
          await asker.expect(
            operation,
            { headers: { 'idempotency-key': value } },
            { names: 'Idempotency-Key' },
          );
        }
      }
    });
  });

  test('an If-Match that is none is refused by name', async () => {
    await leavingNoTrace(all, house, async () => {
      for (const operation of operations.filter(({ parameters }) =>
        parameters.some(({ name }) => /^if-match$/i.test(name)),
      )) {
        for (const value of ['1', 'abc', '"x"', '"1", "2"', '""', '"99999999999"', 'x'.repeat(51)]) {
          await asker.expect(operation, { headers: { 'if-match': value } }, { names: 'If-Match' });
        }
      }
    });
  });
});
