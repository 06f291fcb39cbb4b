import { test } from 'node:test';
import { issueStoreCredit } from '#core/store-credit/store-credit.ts';
import { addToCustomerTotals } from '#core/customers/customer-totals-queries.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, world } from '#test/world.ts';
test('measure', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const ids: string[] = [];
  for (let i = 0; i < 200; i++) ids.push((await house.admin.post('/customers', { firstName: `Annabell${i}`, lastName: 'Von der Lindenallee', emails: [{ address: `anna${i}@lindenallee.example` }] })).body.data.id);
  for (const round of [1, 2, 3]) {
    let t = performance.now();
    for (let i = 0; i < 300; i++) await house.scope.writeOne((tx) => run(tx, `update customers set total_orders = total_orders + 1, last_order_at = now() where id = '${ids[i % 200]}'`) as never);
    const hot = (performance.now() - t) / 300;
    t = performance.now();
    for (let i = 0; i < 300; i++) await house.scope.writeOne((tx) => addToCustomerTotals(tx, ids[i % 200]!, { orders: 1, spentMinor: 0, lifetimeMinor: 0, lastOrderAt: new Date(), now: new Date() }));
    const cold = (performance.now() - t) / 300;
    t = performance.now();
    for (let i = 0; i < 300; i++) await issueStoreCredit(house.scope, { entityType: 'customer', reference: ids[0]! }, { amount: 1, currency: 'EUR', key: `k${round}-${i}` });
    console.log('MEASURE', round, 'totals as before', hot.toFixed(3), 'with updated_at', cold.toFixed(3), 'issue ms', ((performance.now() - t) / 300).toFixed(3));
  }
});
