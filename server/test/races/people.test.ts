// Merging and erasing while others merge, order and sign in: nothing points at nobody, and no totals are lost.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { eraseCustomer } from '#core/people/erasing/erasure.ts';
import { signInAccount } from '#core/sign-in/sessions.ts';
import { atOnce, countOf } from '#test/races/two-apps.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

const make = async ({ admin }: TestOrganization, body: object = {}) =>
  (await admin.post('/customers', body)).body.data;

suite('merging and erasing while others act', () => {
  // To see it fail: drop the throw from lockPair() in core/people/merging.ts (on a server).
  test('of merges of two customers into each other one is made, and the others are told', async () => {
    const house = await makeOrganization(await world());
    const [one, other] = [await make(house), await make(house)];
    const answers = await atOnce(6, (place) => {
      const [into, from] = place % 2 === 0 ? [one, other] : [other, one];
      return house.admin.post(`/customers/${into.id}/merge`, { customerId: from.id });
    });
    const told = countOf(answers.map(({ status }) => status));
    assert.deepEqual(told, { 201: 1, 409: 5 });
    assert.equal((await house.admin.get('/customers')).body.data.length, 1);
  });

  // To see it fail: take `for update` from lockCustomer() in core/customers/customer-queries.ts (on a server).
  test('orders made while their customer is merged are the survivor’s, or refused', async () => {
    const all = await world();
    const house = await makeOrganization(all);
    const [kept, merged] = [await make(house), await make(house)];
    const item = { name: 'Desk', quantity: 1, unitPrice: 3 };
    const body = { customerId: merged.id, status: 'processing', items: [item] };
    const answers = await atOnce(9, (place) =>
      place === 4
        ? house.admin.post(`/customers/${kept.id}/merge`, { customerId: merged.id })
        : house.admin.post('/orders', body),
    );
    assert.equal(answers[4]!.status, 201, 'the merge was made');
    const made = answers.filter(({ body }) => body.data?.orderNumber).length;
    for (const { status } of answers) assert.ok([201, 400, 409].includes(status), `answered ${status}`);
    const [row] = await all.parts.db.root((tx) =>
      run<{ own: number; all: number }>(
        tx,
        `select count(*) filter (where customer_id = ?)::integer as own, count(*)::integer as all
         from orders where organization_id = ?`,
        kept.id,
        house.organization.id,
      ),
    );
    assert.deepEqual(row, { own: made, all: made });
    assert.equal((await house.admin.get(`/customers/${kept.id}`)).body.data.totalOrders, made);
  });

  // To see it fail: let lockHolderOf() in core/customers/customer-queries.ts return `holder` (on a server).
  test('who signs in while the record is erased is linked to nothing that was erased', async () => {
    const all = await world();
    const house = await makeOrganization(all);
    const { scope } = house;
    await atOnce(8, async (place) => {
      const email = `erased${place}@race.example`;
      const { id, customerNumber } = await make(house, { firstName: 'Ada', emails: [{ address: email }] });
      await Promise.all([
        eraseCustomer(scope, id, { customerNumber }),
        scope.write((tx) => signInAccount(tx, scope, email)),
      ]);
    });
    const linked = await all.parts.db.root((tx) =>
      run(
        tx,
        'select 1 from accounts where organization_id = ? and customer_id is not null',
        house.organization.id,
      ),
    );
    assert.deepEqual(linked, []);
  });
});
