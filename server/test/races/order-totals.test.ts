// Orders created, changed, paid, refunded and cancelled at once: totals of customers and companies stay the sums over
// their orders, and every order the sum of what is in it.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createOrder } from '#core/orders/create-order.ts';
import { deleteOrder, restoreOrder } from '#core/orders/deleting/deleted-orders.ts';
import { orderConditions, orderStatuses } from '#core/orders/order.ts';
import { addPayment, refundOrder } from '#core/orders/order-payments.ts';
import { updateOrder } from '#core/orders/orders.ts';
import { openScope, type Scope } from '#core/scope.ts';
import { Fault } from '#kit/fault.ts';
import { type Draw, makeDraw } from '#src/demo/demo-draw.ts';
import { onServer } from '#test/databases.ts';
import { atOnce, openTwoApps } from '#test/races/two-apps.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

interface Shop {
  scopes: Scope[];
  customerIds: string[];
  companyIds: string[];
  orderIds: string[];
  done: number;
}

suite('orders that change at once', () => {
  // To see it fail: drop `for no key update` from lockOrder() in core/orders/order-queries.ts (on a server).
  test('keep the totals of customers and companies, over two processes', onServer, async (t) => {
    const worlds = await openTwoApps(t);
    const house = await makeOrganization(worlds[0]);
    const shop = await openShop(house, worlds);
    await atOnce(16, (worker) => act(shop, makeDraw(1_000 + worker), 20));
    assert.ok(shop.done > 120, `only ${shop.done} changes were made`);
    await checkBooks(worlds[0], house);
  });

  test('keep them on one connection too', async () => {
    const all = await world();
    const house = await makeOrganization(all);
    const shop = await openShop(house, [all]);
    await atOnce(4, (worker) => act(shop, makeDraw(worker + 1), 12));
    assert.ok(shop.done > 15, `only ${shop.done} changes were made`);
    await checkBooks(all, house);
  });
});

async function openShop({ admin, organization, scope }: TestOrganization, worlds: World[]): Promise<Shop> {
  const idOf = async (path: string, body: object) => (await admin.post(path, body)).body.data.id as string;
  const shop: Shop = {
    scopes: worlds.map(({ parts }) => openScope(parts.platform, organization, scope.actor)),
    customerIds: [await idOf('/customers', {}), await idOf('/customers', {}), await idOf('/customers', {})],
    companyIds: [await idOf('/companies', { name: 'Raman' }), await idOf('/companies', { name: 'Lind' })],
    orderIds: [],
    done: 0,
  };
  for (const [place, customerId] of shop.customerIds.entries()) {
    const key = `${organization.id}.${place}`;
    await admin.post(
      `/customers/${customerId}/store-credit`,
      { amount: 200, currency: 'EUR' },
      { 'idempotency-key': key },
    );
  }
  return shop;
}

/** Does things in any order; what is refused is refused whole, and anything but a refusal fails the test. */
async function act(shop: Shop, draw: Draw, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    try {
      await actOnce(shop, draw);
      shop.done += 1;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }
}

async function actOnce(shop: Shop, draw: Draw): Promise<unknown> {
  const scope = draw.oneOf(shop.scopes);
  const money = () => (1 + draw.below(5_000)) / 100;
  const items = () => [{ name: 'Tea', quantity: 1 + draw.below(3), unitPrice: money(), taxRate: 19 }];
  if (shop.orderIds.length < 12 || draw.chance(0.15)) {
    const order = await createOrder(scope, {
      status: draw.oneOf(['open_tab', 'processing', 'processing']),
      customerId: draw.oneOf([...shop.customerIds, '']),
      companyId: draw.oneOf([...shop.companyIds, '']),
      condition: draw.chance(0.1) ? 'pending_checkout' : null,
      currency: draw.chance(0.1) ? 'JOD' : 'EUR',
      storeCreditApplied: draw.chance(0.1) ? 0.5 : 0,
      items: items(),
    });
    return shop.orderIds.push(order.id);
  }
  // Few orders, so that many hands are on the same one.
  const id = draw.oneOf(shop.orderIds.slice(-12));
  switch (draw.below(8)) {
    case 0:
      return updateOrder(scope, id, { status: draw.oneOf(orderStatuses) });
    case 1:
      return updateOrder(scope, id, { customerId: draw.oneOf([...shop.customerIds, '']) });
    case 2:
      return updateOrder(scope, id, {
        companyId: draw.oneOf([...shop.companyIds, '']),
        condition: draw.oneOf([...orderConditions, null, null]),
      });
    case 3:
      return updateOrder(scope, id, { items: items(), orderDiscount: draw.below(100) / 100 });
    case 4:
      return refundOrder(scope, id, draw.chance(0.2) ? {} : { amount: money() / 10 });
    case 5:
      return draw.chance(0.5) ? deleteOrder(scope, id) : restoreOrder(scope, id);
    default:
      return addPayment(scope, id, { amount: money(), method: draw.oneOf(['card', 'cash']) });
  }
}

/** Compares what is kept with what it is the sum of. */
async function checkBooks({ parts }: World, { organization }: TestOrganization): Promise<void> {
  const counted = `status in ('processing', 'completed', 'refunded') and condition is null and deleted_at is null
    and currency = 'EUR'`;
  const wrongTotals = (table: string, key: string) => `
    select h.id, h.total_orders, s.orders, h.total_spent_minor, s.spent, h.lifetime_value_minor, s.lifetime,
      h.last_order_at, s.last
    from ${table} h, lateral (
      select count(*)::integer as orders, coalesce(sum(amount_paid_minor), 0)::bigint as spent,
        coalesce(sum(amount_paid_minor - refund_amount_minor), 0)::bigint as lifetime, max(created_at) as last
      from orders o where o.organization_id = h.organization_id and o.${key} = h.id and ${counted}
    ) s
    where (h.total_orders, h.total_spent_minor, h.lifetime_value_minor) is distinct from (s.orders, s.spent, s.lifetime)
      or h.last_order_at is distinct from s.last`;
  const wrongOrders = `
    select o.order_number from orders o
    where o.amount_paid_minor <> (select coalesce(sum(p.amount_minor), 0) from order_payments p
        where p.organization_id = o.organization_id and p.order_id = o.id and p.status = 'paid')
      or o.refund_amount_minor <> (select coalesce(sum(r.amount_minor), 0) from order_refunds r
        where r.organization_id = o.organization_id and r.order_id = o.id)
      or o.store_credit_minor <> (
        select coalesce(sum(case e.type when 'debit' then e.amount_minor else -e.amount_minor end), 0)
        from credit_entries e where e.organization_id = o.organization_id and e.order_id = o.id)
      or o.total_minor <> o.service_charge_minor + o.tip_minor + (select coalesce(sum(i.total_minor), 0)
        from order_items i where i.organization_id = o.organization_id and i.order_id = o.id)
      or o.version <> (select count(*) from events e where e.organization_id = o.organization_id and e.record_id = o.id)`;
  for (const query of [
    wrongTotals('customers', 'customer_id'),
    wrongTotals('companies', 'company_id'),
    wrongOrders,
  ]) {
    const wrong = await parts.db.read(organization.id, (tx) => run(tx, query));
    assert.deepEqual(wrong, []);
  }
  const [worth] = await parts.db.read(organization.id, (tx) =>
    run<{ spent: number }>(tx, 'select sum(total_spent_minor) as spent from customers'),
  );
  assert.ok(Number(worth!.spent) > 0, 'nothing was paid, so nothing was compared');
}
