// Store credit through the Admin API, as the contract has it: amounts, keys, repeated requests and balances. What orders
// do with it is in core/store-credit; what happens at once in test/races.
import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { newId } from '#kit/id.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

const euros = (amount: number) => ({ amount, currency: 'EUR' });
const keyed = (key: string) => ({ 'idempotency-key': key });

for (const kind of ['customer', 'company'] as const) {
  suite(`store credit of a ${kind}`, () => {
    let all: World;
    let admin: TestOrganization['admin'];
    let apiKey: string;
    let id: string;
    let path: string;

    beforeEach(async () => {
      all = await world();
      const house = await makeOrganization(all);
      ({ admin } = house);
      apiKey = await house.keyFor();
      const list = kind === 'customer' ? '/customers' : '/companies';
      id = (await admin.post(list, kind === 'customer' ? {} : { name: 'Raman' })).body.data.id;
      path = `${list}/${id}/store-credit`;
    });

    const rawPost = (body: object, headers: Record<string, string>) =>
      all.app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${apiKey}`, ...headers },
        payload: body,
      });

    test('is issued as an entry that begins with id and entityType', async () => {
      const { statusCode, body, headers } = await rawPost({ ...euros(5), note: ' Hello ' }, keyed('a'));
      assert.equal(statusCode, 201);
      assert.equal(headers['idempotent-replayed'], undefined);
      assert.match(body, new RegExp(`^{"success":true,"data":{"id":"[0-9a-f-]{36}","entityType":"${kind}",`));
      const { data } = JSON.parse(body);
      assert.deepEqual(
        [data[`${kind}Id`], data.type, data.reason, data.amount, data.balance, data.note, data.source],
        [id, 'credit', 'issue', 5, 5, 'Hello', 'api'],
      );
    });

    test('answers a repeated request with the same bytes, also days later and in other words', async () => {
      const first = await rawPost({ ...euros(5), note: 'Once' }, keyed('once'));
      await rawPost(euros(7), keyed('between'));
      all.clock.advance(2 * 24 * 3_600_000);
      const again = await rawPost({ note: 'Once', currency: 'eur', amount: 5 }, keyed('once'));
      assert.deepEqual(
        [again.statusCode, again.headers['idempotent-replayed'], again.body],
        [201, 'true', first.body],
      );
      assert.equal((await admin.get(`${path}?currency=EUR`)).body.data.balances[0].balance, 12);
    });

    test('refuses a known key with another amount, currency, note, expiry, call or holder', async () => {
      await admin.post(path, { ...euros(5), note: 'Once' }, keyed('once'));
      const other = (await admin.post('/customers', {})).body.data.id;
      const others: [string, object][] = [
        [path, { ...euros(6), note: 'Once' }],
        [path, { amount: 5, currency: 'USD', note: 'Once' }],
        [path, euros(5)],
        [path, { ...euros(5), note: 'Once', expiresAt: '2100-01-01T00:00:00Z' }],
        [`${path}/debit`, { ...euros(5), note: 'Once' }],
        [`/customers/${other}/store-credit`, { ...euros(5), note: 'Once' }],
      ];
      for (const [url, body] of others) {
        const answer = await admin.post(url, body, keyed('once'));
        assert.deepEqual(
          [answer.status, answer.body.code],
          [409, 'idempotency_key_reused'],
          JSON.stringify(body),
        );
      }
      assert.equal((await admin.get(`${path}/entries`)).body.data.length, 1);
    });

    test('needs a key, and a refused request leaves it free', async () => {
      for (const call of [path, `${path}/debit`]) {
        const without = await admin.post(call, euros(5));
        assert.deepEqual(
          [without.status, without.body.code, without.body.details[0].path],
          [400, 'missing_field', 'idempotency-key'],
        );
      }
      for (const bad of ['', 'a b', 'ä', 'x'.repeat(129)]) {
        assert.equal((await rawPost(euros(5), keyed(bad))).statusCode, 400, bad);
      }
      assert.equal((await admin.post(path, euros(0.001), keyed('free'))).status, 400);
      assert.equal((await admin.post(path, euros(5), keyed('free'))).status, 201);
    });

    test('tells a balance that can be spent, in entries and out of them, once some of it has expired', async () => {
      const expiresAt = new Date(all.clock.now().getTime() + 3_000).toISOString();
      await admin.post(path, { ...euros(4), expiresAt }, keyed('a'));
      await admin.post(path, euros(1), keyed('b'));
      all.clock.advance(4_000);
      const { data } = (await admin.post(path, euros(1), keyed('c'))).body;
      assert.equal(data.balance, 2);
      assert.equal((await admin.get(`${path}?currency=EUR`)).body.data.balances[0].balance, 2);
      const entries = (await admin.get(`${path}/entries`)).body.data;
      assert.deepEqual(
        entries.map(({ reason, balance, source }: Record<string, unknown>) => [reason, balance, source]),
        [
          ['issue', 2, 'api'],
          ['expiry', 1, 'system'],
          ['issue', 5, 'api'],
          ['issue', 4, 'api'],
        ],
      );
    });

    test('shows entries that come to the balance, though nobody has touched it since some of it expired', async () => {
      const expiresAt = new Date(all.clock.now().getTime() + 3_000).toISOString();
      await admin.post(path, { ...euros(4), expiresAt }, keyed('a'));
      await admin.post(path, euros(1), keyed('b'));
      all.clock.advance(4_000);
      const [newest] = (await admin.get(`${path}/entries`)).body.data;
      assert.deepEqual([newest.reason, newest.amount, newest.balance], ['expiry', 4, 1]);
      assert.equal((await admin.get(path)).body.data.balances[0].balance, 1);
      assert.equal((await admin.get(`${path}/entries`)).body.data.length, 3);
    });

    test('is in the audit log with the amount and the balance before and after', async () => {
      await admin.post(path, euros(5), keyed('a'));
      await admin.post(`${path}/debit`, euros(2), keyed('b'));
      const [debit] = (await admin.get(`/audit?recordId=${id}`)).body.data;
      assert.deepEqual(
        [debit.action, debit.changes],
        [
          'store_credit.changed',
          [
            { field: 'reason', to: 'adjustment' },
            { field: 'amount', to: 2 },
            { field: 'currency', to: 'EUR' },
            { field: 'balance', from: 5, to: 3 },
          ],
        ],
      );
    });

    test('takes only amounts that can be paid, and names what is wrong', async () => {
      const bad: [object, string][] = [
        [euros(0), 'amount'],
        [euros(-1), 'amount'],
        [euros(1_000_000.01), 'amount'],
        [euros(0.005), 'amount'],
        [{ amount: 0.5, currency: 'JPY' }, 'amount'],
        [{ amount: '5', currency: 'EUR' }, 'amount'],
        [{ amount: 5, currency: 'EURO' }, 'currency'],
        [{ amount: 5, currency: 'ZZZ' }, 'currency'],
        [{ amount: 5, currency: 'HRK' }, 'currency'],
        [{ ...euros(5), note: 'x'.repeat(501) }, 'note'],
        [{ ...euros(5), expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
        [{ ...euros(5), type: 'credit' }, 'type'],
      ];
      for (const [body, names] of bad) {
        const answer = await admin.post(path, body, keyed('bad'));
        assert.deepEqual([answer.status, answer.body.details[0].path], [400, names], JSON.stringify(body));
      }
      for (const amount of [0.01, 0.07, 1_000_000]) {
        assert.equal((await admin.post(path, euros(amount), keyed(`good-${amount}`))).status, 201);
      }
      assert.equal((await admin.get(`${path}?currency=eur`)).body.data.balances[0].balance, 1_000_000.08);
    });

    test('is counted by currency, and one without entries is 0', async () => {
      await admin.post(path, euros(5), keyed('a'));
      await admin.post(path, { amount: 700, currency: 'jpy' }, keyed('b'));
      const { data } = (await admin.get(path)).body;
      assert.equal(data[`${kind}Id`], id);
      assert.match(data[`${kind}Number`], /^(CUST|COM)-000001$/);
      assert.deepEqual(
        [data.balances, data.totalCurrencies],
        [
          [
            { currency: 'EUR', balance: 5 },
            { currency: 'JPY', balance: 700 },
          ],
          2,
        ],
      );
      const none = (await admin.get(`${path}?currency=usd`)).body.data;
      assert.deepEqual(none.balances, [{ currency: 'USD', balance: 0 }]);
      assert.equal((await admin.get(`${path}?currency=zzz`)).status, 400);
    });

    test('is taken away and given back by entries, never below 0', async () => {
      await admin.post(path, euros(5), keyed('a'));
      const debit = await admin.post(`${path}/debit`, euros(2), keyed('b'));
      assert.deepEqual([debit.status, debit.body.data.balance], [201, 3]);
      const more = await admin.post(`${path}/debit`, euros(3.01), keyed('c'));
      assert.deepEqual([more.status, more.body.code], [409, 'insufficient_credit']);
      const reverse = `/store-credit/${debit.body.data.id}/reverse`;
      const reversed = await admin.post(reverse, { note: 'Wrong' }, keyed('d'));
      assert.deepEqual([reversed.status, reversed.body.data.balance], [201, 5]);
      const again = await admin.post(reverse, { note: 'Wrong' }, keyed('d'));
      assert.deepEqual(again.body, reversed.body);
      assert.equal((await admin.post(reverse, {}, keyed('e'))).body.code, 'already_reversed');
      const entries = (await admin.get(`${path}/entries`)).body.data;
      assert.deepEqual(
        entries.map(({ reason }: { reason: string }) => reason),
        ['reversal', 'adjustment', 'issue'],
      );
      const page = (await admin.get(`${path}/entries?limit=2`)).body.pagination;
      const rest = (await admin.get(`${path}/entries?limit=2&cursor=${page.nextCursor}`)).body.data;
      assert.deepEqual(rest, [entries[2]]);
      const since = (await admin.get(`${path}/entries?createdAfter=${entries[1].createdAt}`)).body.data;
      const before = (await admin.get(`${path}/entries?createdBefore=${entries[1].createdAt}`)).body.data;
      assert.deepEqual([since, before], [entries.slice(0, 2), entries.slice(2)]);
    });

    test('of nobody is not found', async () => {
      const nobody = path.replace(id, newId(new Date()));
      for (const answer of [
        await admin.get(nobody),
        await admin.get(`${nobody}/entries`),
        await admin.post(nobody, euros(5), keyed('a')),
        await admin.post(`${nobody}/debit`, euros(5), keyed('b')),
        await admin.post(`/store-credit/${newId(new Date())}/reverse`, {}, keyed('c')),
        await admin.post('/store-credit/nothing/reverse', {}, keyed('c')),
      ]) {
        assert.deepEqual([answer.status, answer.body.code], [404, 'not_found']);
      }
    });
  });
}

suite('store credit of a customer who is not called so any more', () => {
  let admin: TestOrganization['admin'];
  let rawPost: (path: string, body: object, key: string) => Promise<[number, string]>;

  beforeEach(async () => {
    const all = await world();
    const house = await makeOrganization(all);
    const authorization = `Bearer ${await house.keyFor()}`;
    ({ admin } = house);
    rawPost = async (path, payload, key) => {
      const headers = { authorization, ...keyed(key) };
      const { statusCode, body } = await all.app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers,
        payload,
      });
      return [statusCode, body];
    };
  });

  const newCustomer = async (body: object = {}) => (await admin.post('/customers', body)).body.data.id;

  test('is answered as at first when a request is repeated after the customer was merged', async () => {
    const [survivor, merged] = [await newCustomer(), await newCustomer()];
    const issue = () => rawPost(`/customers/${merged}/store-credit`, euros(5), 'm1');
    const debit = () => rawPost(`/customers/${merged}/store-credit/debit`, euros(2), 'm2');
    const [issued, debited] = [await issue(), await debit()];
    const reverse = () => rawPost(`/store-credit/${JSON.parse(debited[1]).data.id}/reverse`, {}, 'm3');
    const reversed = await reverse();
    assert.deepEqual([issued[0], debited[0], reversed[0]], [201, 201, 201]);
    await admin.post(`/customers/${survivor}/merge`, { customerId: merged });
    assert.deepEqual([await issue(), await debit(), await reverse()], [issued, debited, reversed]);
    const [status, body] = await rawPost(`/customers/${survivor}/store-credit`, euros(5), 'm1');
    assert.deepEqual([status, JSON.parse(body).code], [409, 'idempotency_key_reused']);
    assert.equal((await rawPost(`/customers/${merged}/store-credit`, euros(5), 'm4'))[0], 404);
    const { balances } = (await admin.get(`/customers/${survivor}/store-credit`)).body.data;
    assert.deepEqual(balances, [{ currency: 'EUR', balance: 5 }]);
  });

  test('is answered as at first under the number of then, the number of today and the record id', async () => {
    const id = await newCustomer({ customerNumber: 'KEEP-0001' });
    const issue = (reference: string) => rawPost(`/customers/${reference}/store-credit`, euros(5), 'm1');
    const first = await issue('KEEP-0001');
    await admin.patch(`/customers/${id}`, { customerNumber: 'KEEP-0002' });
    for (const reference of ['KEEP-0001', 'KEEP-0002', id, id.toUpperCase()]) {
      assert.deepEqual(await issue(reference), first, reference);
    }
    const [status, body] = await issue(await newCustomer());
    assert.deepEqual([status, JSON.parse(body).code], [409, 'idempotency_key_reused']);
  });
});
