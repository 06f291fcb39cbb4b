// Customer numbers under many creates at once: never the same twice, hardly any left out, whatever is given by hand.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { raiseNumber } from '#core/organizations/organization-queries.ts';
import { askAs } from '#test/ask.ts';
import { onServer } from '#test/databases.ts';
import { atOnce, countOf, openTwoApps } from '#test/races/two-apps.ts';
import { makeOrganization, world } from '#test/world.ts';

suite('customer numbers', () => {
  // To see it fail: let takeNumbers() in core/organizations/organization-queries.ts read the counter, then write it.
  test('32 creates at once get the 32 numbers in a row', async () => {
    const { admin } = await makeOrganization(await world());
    const answers = await atOnce(32, () => admin.post('/customers', {}));
    assert.deepEqual(countOf(answers.map(({ status }) => status)), { 201: 32 });
    assert.deepEqual(answers.map(numberOf).sort(), rowFrom(1, 32));
  });

  test('32 creates at once over two processes get the 32 numbers in a row', onServer, async (t) => {
    const [here, there] = await openTwoApps(t);
    const house = await makeOrganization(here);
    const callers = [house.admin, askAs(there.app, await house.keyFor())];
    const answers = await atOnce(32, (place) => callers[place % 2]!.post('/customers', {}));
    assert.deepEqual(countOf(answers.map(({ status }) => status)), { 201: 32 });
    assert.deepEqual(answers.map(numberOf).sort(), rowFrom(1, 32));
  });

  test('keyed and plain creates at once share the row', async () => {
    const { admin } = await makeOrganization(await world());
    const answers = await atOnce(32, (place) =>
      admin.post('/customers', {}, place % 2 ? { 'idempotency-key': `shared-${place}` } : {}),
    );
    assert.deepEqual(answers.map(numberOf).sort(), rowFrom(1, 32));
  });

  test('numbers given out by hand before are passed over, the whole run of them', async () => {
    const { admin } = await makeOrganization(await world());
    for (const customerNumber of rowFrom(3, 9)) {
      assert.equal((await admin.post('/customers', { customerNumber })).status, 201);
    }
    const answers = await atOnce(8, () => admin.post('/customers', {}));
    const numbers = answers.map(numberOf);
    assert.deepEqual(countOf(answers.map(({ status }) => status)), { 201: 8 });
    assert.equal(new Set(numbers).size, 8);
    assert.deepEqual(
      numbers.filter((number) => rowFrom(3, 9).includes(number)),
      [],
    );
  });

  test('numbers given by hand and drawn at the same moment never meet', async () => {
    const { admin } = await makeOrganization(await world());
    const answers = await atOnce(40, (place) =>
      admin.post('/customers', place % 2 ? { customerNumber: `CUST-${String(place).padStart(6, '0')}` } : {}),
    );
    const outcomes = countOf(answers.map(({ status, body }) => body.code ?? status));
    assert.deepEqual(
      Object.keys(outcomes).filter((one) => !['201', 'number_in_use'].includes(one)),
      [],
    );
    const drawn = answers.filter((_, place) => place % 2 === 0);
    assert.deepEqual(countOf(drawn.map(({ status }) => status)), { 201: 20 });
    const created = answers.filter(({ status }) => status === 201).map(numberOf);
    assert.equal(new Set(created).size, created.length);
  });

  test('after six digits come seven, and a number given by hand there is passed over too', async () => {
    const all = await world();
    const { admin, organization } = await makeOrganization(all);
    await all.parts.db.write(organization.id, (tx) => raiseNumber(tx, 'customer', 999_997));
    for (const customerNumber of ['CUST-999999', 'CUST-1000000', 'CUST-1000002']) {
      assert.equal((await admin.post('/customers', { customerNumber })).status, 201);
    }
    const numbers: string[] = [];
    for (let count = 0; count < 4; count += 1) numbers.push(numberOf(await admin.post('/customers', {})));
    assert.deepEqual(numbers, ['CUST-999998', 'CUST-1000001', 'CUST-1000003', 'CUST-1000004']);
  });
});

function numberOf({ body }: { body: { data: { customerNumber: string } } }): string {
  return body.data.customerNumber;
}

function rowFrom(first: number, last: number): string[] {
  return Array.from(
    { length: last - first + 1 },
    (_, place) => `CUST-${String(first + place).padStart(6, '0')}`,
  );
}
