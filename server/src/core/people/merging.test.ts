// Merging two customers: what goes over, what stays, what comes back, and what is refused.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { carriedLinks, creditLinks, recordLinks } from '#core/people/customer-link-queries.ts';
import { makeBookable } from '#test/bookable.ts';
import { signIn } from '#test/customer.ts';
import { listForeignKeys } from '#test/tenancy/catalog.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

suite('merging customers', () => {
  let all: World;
  let house: TestOrganization;

  before(async () => {
    all = await world();
    house = await makeOrganization(all);
  });

  test('every foreign key to customers is one that a merge knows', async () => {
    const keys = (await listForeignKeys(all))
      .filter(({ target }) => target === 'customers')
      .map(({ table, columns }) => `${table}.${columns[1]}`);
    const known = [...Object.keys(recordLinks), ...Object.keys(creditLinks), ...carriedLinks];
    assert.deepEqual(known.sort(), keys.sort());
  });

  test('all that points at the merged one points at the survivor, and undoing brings all of it back', async () => {
    const { admin } = house;
    const kept = await make({ firstName: 'Ada', emails: [{ address: 'ada@one.example' }] });
    const other = await make({ lastName: 'Raman', emails: [{ address: 'ada@two.example' }] });
    const { service } = await makeBookable(house.scope);
    const startsAt = new Date(Math.ceil(all.clock.now().getTime() / 3_600_000 + 48) * 3_600_000);
    const order = await made('/orders', { customerId: other.id, status: 'processing', items: [item(40)] });
    await admin.post(`/orders/${order.id}/payments`, { amount: 40, method: 'cash' });
    await made('/orders', { customerId: kept.id, status: 'processing', items: [item(7)] });
    const both = await made('/orders', {
      customers: [
        { customerId: kept.id, role: 'attendee' },
        { customerId: other.id, role: 'primary' },
      ],
    });
    const bookingBody = { serviceId: service.id, startsAt: startsAt.toISOString(), customerId: other.id };
    const booking = await made('/bookings', bookingBody);
    const enquiry = await made('/enquiries', { email: 'ada@two.example', subject: 'A desk?' });
    const task = await made('/tasks', { content: 'Call', customerIds: [other.id, kept.id] });
    const company = await made('/companies', { name: 'Raman', primaryCustomerId: other.id });
    await issue(other.id, 25);
    const [keptBefore, otherBefore] = [await read(kept.id), await read(other.id)];

    const merged = await admin.post(`/customers/${kept.id}/merge`, { customerId: other.customerNumber });
    assert.equal(merged.status, 201, JSON.stringify(merged.body));
    const survivor = await read(kept.id);
    assert.deepEqual(
      [
        survivor.firstName,
        survivor.lastName,
        survivor.emails.length,
        survivor.totalOrders,
        survivor.totalSpent,
      ],
      ['Ada', 'Raman', 2, 2, 40],
    );
    for (const reference of [other.id, other.customerNumber, 'ada@two.example']) {
      assert.equal((await read(reference)).id, kept.id, reference);
    }
    const listed = (await admin.get('/customers?limit=100')).body.data.map(({ id }: { id: string }) => id);
    assert.ok(listed.includes(kept.id) && !listed.includes(other.id));
    for (const path of [`/orders/${order.id}`, `/bookings/${booking.id}`, `/enquiries/${enquiry.id}`]) {
      assert.equal((await admin.get(path)).body.data.customerId, kept.id, path);
    }
    const shared = (await admin.get(`/orders/${both.id}`)).body.data;
    assert.deepEqual(rolesOf(shared), [[kept.id, 'primary']]);
    assert.deepEqual((await admin.get(`/tasks/${task.id}`)).body.data.customerIds, [kept.id]);
    assert.equal((await admin.get(`/companies/${company.id}`)).body.data.primaryCustomerId, kept.id);
    assert.equal(await balance(kept.id), 25);

    const undo = `/customers/merges/${merged.body.data.id}/undo`;
    assert.equal((await admin.post(undo)).status, 200);
    assert.deepEqual(alike(await read(kept.id)), alike(keptBefore));
    assert.deepEqual(alike(await read(other.customerNumber)), alike(otherBefore));
    for (const path of [`/orders/${order.id}`, `/bookings/${booking.id}`, `/enquiries/${enquiry.id}`]) {
      assert.equal((await admin.get(path)).body.data.customerId, other.id, path);
    }
    const parted = (await admin.get(`/orders/${both.id}`)).body.data;
    assert.deepEqual(
      new Map(rolesOf(parted)),
      new Map([
        [kept.id, 'attendee'],
        [other.id, 'primary'],
      ]),
    );
    const linked = (await admin.get(`/tasks/${task.id}`)).body.data.customerIds;
    assert.deepEqual(linked.sort(), [kept.id, other.id].sort());
    assert.deepEqual([await balance(kept.id), await balance(other.id)], [0, 25]);
    assert.equal((await admin.post(undo)).body.code, 'already_undone');
  });

  test('a company that shows the merged one changes with it, and tells so, also when that is undone', async () => {
    const { admin } = house;
    const [kept, other] = [await make({}), await make({})];
    const members = [{ customerId: other.id, role: 'billing' }];
    const led = await made('/companies', { name: 'Led', primaryCustomerId: other.id });
    const joined = await made('/companies', { name: 'Joined', members });
    const untouched = await made('/companies', { name: 'Untouched', primaryCustomerId: kept.id });
    const merge = await made(`/customers/${kept.id}/merge`, { customerId: other.id });
    await admin.post(`/customers/merges/${merge.id}/undo`);
    for (const [company, version, actions] of [
      [led, 3, ['company.updated', 'company.updated', 'company.created']],
      [joined, 3, ['company.updated', 'company.updated', 'company.created']],
      [untouched, 1, ['company.created']],
    ]) {
      const log = (await admin.get(`/audit?recordId=${company.id}`)).body.data;
      assert.deepEqual(
        log.map(({ action }: { action: string }) => action),
        actions,
      );
      assert.equal((await admin.get(`/companies/${company.id}`)).body.data.version, version);
    }
    const [back, there] = (await admin.get(`/audit?recordId=${joined.id}`)).body.data;
    const [from, to] = [kept, other].map(({ id }) => [{ customerId: id, role: 'billing' }]);
    assert.deepEqual(there.changes, [{ field: 'members', from: to, to: from }]);
    assert.deepEqual(back.changes, [{ field: 'members', from, to }]);
  });

  test('what changed since stays where it is: new orders, spent credit, a name of the survivor’s own', async () => {
    const [kept, other, third] = [await make({}), await make({ firstName: 'Bo' }), await make({})];
    const [moved, away] = [await orderOf(other.id), await orderOf(other.id)];
    await issue(other.id, 20);
    const merge = await house.admin.post(`/customers/${kept.id}/merge`, { customerId: other.id });
    const since = await orderOf(kept.id);
    await house.admin.patch(`/orders/${away}`, { customerId: third.id });
    await house.admin.patch(`/customers/${kept.id}`, { firstName: 'Bodo' });
    const key = { 'idempotency-key': `debit-${kept.id}` };
    await house.admin.post(`/customers/${kept.id}/store-credit/debit`, { amount: 15, currency: 'EUR' }, key);
    await house.admin.post(`/customers/merges/${merge.body.data.id}/undo`);
    const holders = [];
    for (const id of [moved, since, away]) {
      holders.push((await house.admin.get(`/orders/${id}`)).body.data.customerId);
    }
    assert.deepEqual(holders, [other.id, kept.id, third.id]);
    assert.deepEqual([await balance(kept.id), await balance(other.id)], [0, 5]);
    assert.deepEqual([(await read(kept.id)).firstName, (await read(other.id)).firstName], ['Bodo', 'Bo']);
    const totals = [];
    for (const id of [kept.id, other.id, third.id]) totals.push((await read(id)).totalOrders);
    assert.deepEqual(totals, [1, 1, 1]);
  });

  test('credit that an order took from the merged one comes back to the survivor', async () => {
    const [kept, other] = [await make({}), await make({})];
    await issue(other.id, 30);
    const order = await made('/orders', {
      customerId: other.id,
      status: 'processing',
      items: [item(30)],
      storeCreditApplied: 30,
    });
    await house.admin.post(`/customers/${kept.id}/merge`, { customerId: other.id });
    const cancelled = await house.admin.patch(`/orders/${order.id}`, { status: 'cancelled' });
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
    assert.equal(await balance(kept.id), 30);
    assert.deepEqual(await wrongBalances(), []);
  });

  test('a survivor who is merged answers for all, and is undone before those merged into it', async () => {
    const [last, middle, first] = [await make({}), await make({}), await make({ firstName: 'First' })];
    const inner = await house.admin.post(`/customers/${middle.id}/merge`, { customerId: first.id });
    const outer = await house.admin.post(`/customers/${last.id}/merge`, { customerId: middle.id });
    assert.equal((await read(first.id)).id, last.id);
    const early = await house.admin.post(`/customers/merges/${inner.body.data.id}/undo`);
    assert.equal(early.body.code, 'invalid_transition');
    for (const { body } of [outer, inner]) {
      assert.equal((await house.admin.post(`/customers/merges/${body.data.id}/undo`)).status, 200);
    }
    assert.deepEqual([(await read(first.id)).id, (await read(middle.id)).id], [first.id, middle.id]);
  });

  test('everybody who took part in a merge finds it, newest first, with who made it and when it was undone', async () => {
    const [last, middle, first] = [await make({}), await make({}), await make({})];
    const inner = await house.admin.post(`/customers/${middle.id}/merge`, { customerId: first.id });
    const outer = await house.admin.post(`/customers/${last.id}/merge`, { customerId: middle.id });
    const [early, late] = [inner.body.data, outer.body.data];
    const list = async (id: string, query = '') =>
      (await house.admin.get(`/customers/${id}/merges${query}`)).body;
    const idsOf = async (id: string) => (await list(id)).data.map((merge: { id: string }) => merge.id);
    for (const { id } of [last, middle, first]) assert.deepEqual(await idsOf(id), [late.id, early.id]);
    const page = await list(last.id, '?limit=1');
    const { nextCursor } = page.pagination;
    const next = await list(last.id, `?limit=1&cursor=${nextCursor}`);
    assert.deepEqual([page.data[0].id, next.data[0].id], [late.id, early.id]);
    assert.equal(page.data[0].createdBy.name, 'Test key');

    await house.admin.post(`/customers/merges/${late.id}/undo`);
    assert.deepEqual(await idsOf(last.id), [late.id]);
    assert.deepEqual(await idsOf(middle.id), [late.id, early.id]);
    assert.ok((await list(last.id)).data[0].undoneAt >= late.createdAt);
    assert.equal((await house.admin.get('/customers/CUST-999999/merges')).status, 404);
  });

  test('a survivor has at most five addresses; those left out are told and come back', async () => {
    const addresses = (name: string) =>
      [1, 2, 3].map((place) => ({ address: `${name}${place}@full.example`, isPrimary: place === 1 }));
    const kept = await make({ emails: addresses('k') });
    const other = await make({ emails: addresses('o') });
    const { body } = await house.admin.post(`/customers/${kept.id}/merge`, { customerId: other.id });
    assert.deepEqual(body.data.emailsLeftOut, ['o3@full.example']);
    assert.equal((await read(kept.id)).emails.length, 5);
    await house.admin.post(`/customers/merges/${body.data.id}/undo`);
    assert.deepEqual((await read(other.id)).emails, other.emails);
    assert.deepEqual((await read(kept.id)).emails, kept.emails);
  });

  test('merging is refused: with oneself, with nobody, and when both can sign in', async () => {
    const kept = await make({ emails: [{ address: 'in@one.example' }] });
    const other = await make({ emails: [{ address: 'in@two.example' }] });
    const merge = (customerId: string) => house.admin.post(`/customers/${kept.id}/merge`, { customerId });
    for (const reference of [kept.customerNumber, 'CUST-999999']) {
      const { status, body } = await merge(reference);
      assert.deepEqual([status, body.details[0].path], [400, 'customerId'], reference);
    }
    await signIn(all, house, 'in@one.example');
    const { me } = await signIn(all, house, 'in@two.example');
    assert.equal((await merge(other.id)).body.code, 'both_can_sign_in');
    const profile = await make({});
    assert.equal(
      (await house.admin.post(`/customers/${profile.id}/merge`, { customerId: other.id })).status,
      201,
    );
    assert.equal(
      (await me.get('/profile')).body.data.customer.customerNumber,
      profile.customerNumber,
      'the sign-in went over',
    );
  });

  const make = async (body: object) => made('/customers', body);
  const made = async (path: string, body: object) => {
    const answer = await house.admin.post(path, body);
    assert.equal(answer.status, 201, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const read = async (reference: string) => (await house.admin.get(`/customers/${reference}`)).body.data;
  const item = (unitPrice: number) => ({ name: 'Desk', quantity: 1, unitPrice });
  const orderOf = async (customerId: string): Promise<string> =>
    (await made('/orders', { customerId, status: 'processing', items: [item(1)] })).id;
  const issue = (id: string, amount: number) =>
    house.admin.post(
      `/customers/${id}/store-credit`,
      { amount, currency: 'EUR' },
      { 'idempotency-key': `issue-${id}` },
    );
  const balance = async (id: string) =>
    (await house.admin.get(`/customers/${id}/store-credit?currency=EUR`)).body.data.balances[0].balance;
  const wrongBalances = () =>
    all.parts.db.root((tx) =>
      run(
        tx,
        `select a.entity_id from credit_accounts a where a.organization_id = ? and a.balance_minor <> (
           select coalesce(sum(case e.type when 'credit' then e.amount_minor else -e.amount_minor end), 0)
           from credit_entries e where (e.organization_id, e.entity_id, e.currency)
             = (a.organization_id, a.entity_id, a.currency))`,
        house.organization.id,
      ),
    );
});

function rolesOf({ customers }: { customers: { id: string; customerId?: string; role: string }[] }) {
  return customers.map(({ id, customerId, role }) => [customerId ?? id, role] as const);
}

function alike({ version: _version, updatedAt: _updatedAt, ...customer }: Record<string, unknown>) {
  return customer;
}
