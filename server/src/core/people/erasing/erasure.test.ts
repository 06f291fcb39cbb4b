// Erasing a person: nothing anywhere tells who they were, and the books are as they were.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { eraseCustomer } from '#core/people/erasing/erasure.ts';
import { finishErasures } from '#core/people/erasing/unfinished-erasures.ts';
import type { Scope } from '#core/scope.ts';
import { makeBookable } from '#test/bookable.ts';
import { signIn } from '#test/customer.ts';
import { impersonalTables, personalColumns } from '#test/personal-data.ts';
import { asOwner, listTenantTables } from '#test/tenancy/catalog.ts';
import { rowsOf } from '#test/tenancy/houses.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

const word = 'erasmia';
const email = `${word}@gone.example`;
const phone = '+4915112345678';
/** Address, phone number and every text of the person hold one of these. */
const traces = [word, phone];
const said = (what: string) => `${what} of ${word}`;
const key = (name: string) => ({ 'idempotency-key': name });

suite('erasing a person', () => {
  let all: World;
  before(async () => {
    all = await world();
  });

  test('of every column that can hold a person’s data it is decided what becomes of it', async () => {
    const columns = await asOwner<{ table: string; column: string }>(
      all,
      `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
         and a.atttypid::regtype::text in ('text', 'text[]', 'json', 'jsonb', 'bytea', 'inet')`,
    );
    const decided = ({ table, column }: { table: string; column: string }) =>
      table in impersonalTables || personalColumns[table]?.[column] !== undefined;
    const open = columns.filter((one) => !decided(one)).map(({ table, column }) => `${table}.${column}`);
    assert.deepEqual(open, [], 'say in test/personal-data.ts what becomes of these');
  });

  test('afterwards no row of the organization holds what was known of the person, and the books stay', async () => {
    const house = await makeOrganization(all);
    const { admin } = house;
    const { me } = await signIn(all, house, email);
    await me.patch('/profile', { firstName: word, lastName: word });
    const customer = (await admin.get(`/customers/${email}`)).body.data;
    await admin.patch(`/customers/${customer.id}`, { phones: [{ number: phone }] });
    const guest = await made(house, '/customers', { firstName: word, emails: [{ address: `2${email}` }] });
    await admin.post(`/customers/${customer.id}/merge`, { customerId: guest.id });
    const order = await fillHouse(house, customer.id);
    const held = await findTraces(house);
    for (const table of ['events', 'audit_entries', 'credit_entries', 'sealed answers', 'sealed mails'])
      assert.ok(held.includes(table), `${table} hold nothing to erase`);

    const wrong = await admin.post(`/customers/${customer.id}/erase`, { customerNumber: 'CUST-999999' });
    assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, 'customerNumber']);
    const confirmed = { customerNumber: customer.customerNumber };
    const erased = await admin.post(`/customers/${customer.id}/erase`, confirmed);
    assert.equal(erased.status, 200, JSON.stringify(erased.body));

    assert.deepEqual(await findTraces(house), []);
    const kept = (await admin.get(`/orders/${order.id}`)).body.data;
    assert.deepEqual([kept.customerId, kept.total, kept.amountPaid], [customer.id, 9, 9]);
    const left = (await admin.get(`/customers/${customer.customerNumber}`)).body.data;
    assert.deepEqual([left.totalSpent, left.status, left.firstName], [9, 'inactive', undefined]);
    const credit = (await admin.get(`/customers/${customer.id}/store-credit`)).body.data;
    assert.deepEqual(credit.balances, [{ currency: 'EUR', balance: 20 }]);
    assert.equal((await me.get('/profile')).status, 401, 'who was signed in is so no more');
  });

  test('the audit log keeps the money of orders and credit, and of companies that they have left', async () => {
    const house = await makeOrganization(all);
    const { admin } = house;
    const customer = await made(house, '/customers', { firstName: word });
    const company = await made(house, '/companies', { name: 'Left', primaryCustomerId: customer.id });
    const euros = { amount: 5, currency: 'EUR', note: said('note') };
    await admin.post(`/customers/${customer.id}/store-credit`, euros, key('kept'));
    const items = [{ name: 'Desk', quantity: 1, unitPrice: 9 }];
    const order = await made(house, '/orders', { customerId: customer.id, status: 'processing', items });
    const payment = { amount: 9, method: 'card', cardBrand: word, cardLast4: '4242' };
    await admin.post(`/orders/${order.id}/payments`, payment);
    await admin.patch(`/orders/${order.id}`, { notes: said('notes') });
    await admin.post(`/orders/${order.id}/refunds`, { amount: 4, reason: said('refund') });
    const { customerNumber } = customer;
    await admin.post(`/customers/${customer.id}/erase`, { customerNumber });

    const logOf = async (id: string) => (await admin.get(`/audit?recordId=${id}`)).body.data;
    const [refunded, noted, paid] = await logOf(order.id);
    const fieldOf = ({ changes }: { changes: { field: string }[] }, name: string) =>
      changes.find(({ field }) => field === name);
    assert.deepEqual(fieldOf(refunded, 'refundAmount'), { field: 'refundAmount', from: 0, to: 4 });
    assert.deepEqual(noted.changes, [{ field: 'notes' }]);
    assert.deepEqual(fieldOf(paid, 'amountPaid'), { field: 'amountPaid', from: 0, to: 9 });
    const { from, to } = fieldOf(paid, 'payments') as unknown as {
      from: object[];
      to: Record<string, unknown>[];
    };
    assert.deepEqual([from, to.length, to[0]!.amount, to[0]!.cardLast4], [[], 1, 9, undefined]);
    const credited = (await logOf(customer.id)).find(
      ({ action }: { action: string }) => action === 'store_credit.changed',
    );
    assert.deepEqual(fieldOf(credited, 'balance'), { field: 'balance', from: 0, to: 5 });
    const [left] = await logOf(company.id);
    assert.deepEqual(
      [left.action, left.changes],
      ['company.updated', [{ field: 'primaryCustomerId' }, { field: 'members' }]],
    );
    assert.equal((await admin.get(`/companies/${company.id}`)).body.data.version, 2);
    assert.deepEqual(await findTraces(house), []);
  });

  test('a request whose answer was erased is known again and does nothing twice', async () => {
    const { admin } = await makeOrganization(all);
    const body = { firstName: word };
    const customer = (await admin.post('/customers', body, key('once'))).body.data;
    await admin.post(`/customers/${customer.id}/erase`, { customerNumber: customer.customerNumber });
    const again = await admin.post('/customers', body, key('once'));
    assert.deepEqual([again.status, again.body.code], [409, 'answer_erased']);
    assert.equal((await admin.get('/customers')).body.data.length, 1);
  });

  test('credit issued with a note is still issued once under its key, and no entry can be changed otherwise', async () => {
    const { admin, scope } = await makeOrganization(all);
    const customer = (await admin.post('/customers', {})).body.data;
    const path = `/customers/${customer.id}/store-credit`;
    const issue = { amount: 5, currency: 'EUR', note: said('apology') };
    const first = (await admin.post(path, issue, key(`note-${customer.id}`))).body.data;
    await admin.post(`/customers/${customer.id}/erase`, { customerNumber: customer.customerNumber });
    const again = (await admin.post(path, issue, key(`note-${customer.id}`))).body.data;
    const { note, ...rest } = first;
    assert.deepEqual([note, again], [issue.note, rest]);
    for (const change of [`note = 'other'`, 'note = null, amount_minor = 1', 'answer = null']) {
      const changing = scope.write((tx) => run(tx, `update credit_entries set ${change}`));
      await assert.rejects(changing, /never changed/, change);
    }
  });

  test('one that is cut off anywhere is finished by the job, and nobody is merged meanwhile', async () => {
    const house = await makeOrganization(all);
    const customer = await made(house, '/customers', { firstName: word, emails: [{ address: email }] });
    const other = await made(house, '/customers', {});
    for (const notes of ['one', 'two']) {
      await made(house, '/orders', { customerId: customer.id, notes: said(notes), items: [item] });
    }
    await assert.rejects(eraseCustomer(cutOffAfter(house.scope, 2), customer.id, customer), /cut off/);
    assert.ok((await findTraces(house)).includes('orders'));
    const merge = await house.admin.post(`/customers/${other.id}/merge`, { customerId: customer.id });
    assert.deepEqual([merge.status, merge.body.code], [409, 'erasure_under_way']);

    assert.equal(await finishErasures(all.parts.platform, all.parts.db), 0, 'it is left to who began it');
    await all.parts.db.root((tx) =>
      run(tx, `update customer_erasures set started_at = started_at - interval '1 hour'`),
    );
    assert.equal(await finishErasures(all.parts.platform, all.parts.db), 1);
    assert.deepEqual(await findTraces(house), []);
    assert.equal(await finishErasures(all.parts.platform, all.parts.db), 0);
  });

  const item = { name: 'Desk', quantity: 1, unitPrice: 9, specialInstructions: said('wish') };

  async function made({ admin }: TestOrganization, path: string, body: object, headers = {}) {
    const { status, body: answer } = await admin.post(path, body, headers);
    assert.equal(status, 201, `${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  }

  /** Records of every kind that tell of the person, theirs and others'. Returns their order. */
  async function fillHouse(house: TestOrganization, customerId: string) {
    const { admin, scope } = house;
    const sent = { customerId, notes: said('note'), status: 'processing', items: [item] };
    const order = await made(house, '/orders', sent, key('order'));
    await admin.post(`/orders/${order.id}/payments`, { amount: 9, method: 'cash' });
    const { service } = await makeBookable(scope, { service: { capacityMode: 'shared' } });
    const startsAt = new Date(Math.ceil(all.clock.now().getTime() / 3_600_000 + 48) * 3_600_000);
    const booking = { serviceId: service.id, startsAt: startsAt.toISOString() };
    const attendees = [{ name: word, email }];
    await made(house, '/bookings', {
      ...booking,
      customerId,
      customerNotes: said('request'),
      attendees: [{ name: word }],
    });
    const other = await made(house, '/customers', { firstName: 'Other' });
    await made(house, '/bookings', { ...booking, customerId: other.id, attendees });
    const enquiry = await made(house, '/enquiries', { email, name: word, message: said('question') });
    const replies = `/enquiries/${enquiry.id}/replies`;
    await made(house, replies, { message: said('note'), internal: true });
    await made(house, replies, { message: said('answer') }, key('answer'));
    await made(house, '/tasks', { content: said('call'), customerIds: [customerId] });
    await made(house, '/companies', { name: 'Raman', primaryCustomerId: customerId });
    const credit = { amount: 20, currency: 'EUR', note: said('apology') };
    await made(house, `/customers/${customerId}/store-credit`, credit, key(`credit-${customerId}`));
    return order;
  }

  /** The tables that hold a trace of the person, and the kinds of sealed texts that do. */
  async function findTraces({ organization }: TestOrganization): Promise<string[]> {
    const { secrets } = all.parts.platform.tools;
    const rows = await rowsOf(all, organization.id, await listTenantTables(all));
    const sealed = await all.parts.db.root(async (tx) => {
      const read = (table: string, column: string) =>
        run<{ box: Buffer }>(
          tx,
          `select ${column} as box from ${table} where organization_id = ? and ${column} is not null`,
          organization.id,
        );
      return {
        'sealed answers': ['idempotency-answer', await read('idempotency_answers', 'body_sealed')],
        'sealed mails': ['outgoing-mail', await read('outgoing_mails', 'message_sealed')],
        'sealed persons': ['customer-erasure', await read('customer_erasures', 'person_sealed')],
      } as const;
    });
    const opened = Object.entries(sealed).map(([kind, [purpose, boxes]]) => [
      kind,
      boxes.map(({ box }) => secrets.open(purpose, box).toString()).join(),
    ]);
    return [...Object.entries(rows), ...opened]
      .filter(([, text]) => traces.some((trace) => text!.includes(trace)))
      .map(([table]) => table!);
  }
});

/** A scope whose process dies after so many transactions. */
function cutOffAfter(scope: Scope, transactions: number): Scope {
  let left = transactions;
  return {
    ...scope,
    async write(work) {
      left -= 1;
      if (left < 0) throw new Error('cut off');
      return scope.write(work);
    },
  };
}
