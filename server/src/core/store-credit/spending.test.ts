// Spending store credit on orders and giving it back: in which order, what expires, and what adds up.
import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { openScope, type Platform } from '#core/scope.ts';
import { listStoreCreditEntries } from '#core/store-credit/credit-list.ts';
import {
  checkAllStoreCredit,
  checkStoreCredit,
  expireStoreCredit,
} from '#core/store-credit/credit-upkeep.ts';
import { creditHeldByOrder, returnCredit, spendCredit } from '#core/store-credit/spending.ts';
import {
  debitStoreCredit,
  getStoreCredit,
  issueStoreCredit,
  reverseStoreCredit,
} from '#core/store-credit/store-credit.ts';
import type { RootDb } from '#db/tx.ts';
import { newId } from '#kit/id.ts';
import { insertOrder } from '#test/bare-order.ts';
import { type FakeClock, makeClock } from '#test/clock.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

const dayMs = 24 * 3_600_000;
const entityType = 'customer' as const;

suite('store credit', () => {
  let db: RootDb;
  let house: TestOrganization;
  let customerId: string;
  let platform: Platform;
  let clock: FakeClock;
  let keys = 0;

  beforeEach(async () => {
    const all = await world();
    const made = await makeOrganization(all);
    // A clock of their own: these tests live for months.
    clock = makeClock(all.clock.now());
    platform = { ...all.parts.platform, clock };
    db = all.parts.db;
    house = { ...made, scope: openScope(platform, made.organization, made.scope.actor) };
    customerId = (await house.admin.post('/customers', {})).body.data.id;
  });

  const holder = () => ({ entityType, reference: customerId });
  function key(): string {
    keys += 1;
    return `key-${keys}`;
  }
  const daysOn = (days: number) => new Date(clock.now().getTime() + days * dayMs);

  async function issue(amount: number, expiresInDays?: number): Promise<string> {
    const expiresAt = expiresInDays === undefined ? undefined : daysOn(expiresInDays);
    const { answer } = await issueStoreCredit(house.scope, holder(), {
      amount,
      currency: 'EUR',
      key: key(),
      expiresAt,
    });
    return JSON.parse(answer).id;
  }

  async function pay(amountMinor: number): Promise<string> {
    const orderId = newId(clock.now());
    await house.scope.write(async (tx) => {
      await insertOrder(tx, house.organization.id, orderId);
      await spendCredit(tx, house.scope, { ...spender(), amountMinor, orderId });
    });
    return orderId;
  }

  const spender = () => ({ entityType, entityId: customerId, currency: 'EUR' });
  const giveBack = (orderId: string, amountMinor?: number) =>
    house.scope.write((tx) => returnCredit(tx, house.scope, { orderId, amountMinor }));
  const balance = async () => (await getStoreCredit(house.scope, holder(), 'eur')).balances[0]!.balanceMinor;
  const lots = async () =>
    (
      await house.scope.read((tx) =>
        run<{ left: number }>(tx, 'select remaining_minor as "left" from credit_lots order by expires_at'),
      )
    ).map(({ left }) => left);

  async function addsUp(): Promise<void> {
    assert.deepEqual((await checkStoreCredit(house.scope)).wrong, []);
  }

  test('what expires first is spent first, and what does not expire last', async () => {
    await issue(10);
    await issue(3, 20);
    await issue(5, 10);
    await pay(600);
    assert.deepEqual([await lots(), await balance()], [[0, 200], 1_200]);
    await pay(700);
    assert.deepEqual([await lots(), await balance()], [[0, 0], 500]);
    await assert.rejects(pay(501), { code: 'insufficient_credit' });
    await addsUp();
  });

  test('what has expired is not there any more, with or without the job', async () => {
    await issue(4);
    await issue(6, 1);
    clock.advance(dayMs + 1_000);
    assert.equal(await balance(), 400);
    await assert.rejects(pay(401), { code: 'insufficient_credit' });
    await pay(100);
    const { items } = await listStoreCreditEntries(house.scope, holder(), { limit: 10 });
    assert.deepEqual(
      items.map(({ reason, amountMinor, balanceMinor }) => [reason, amountMinor, balanceMinor]),
      [
        ['order_payment', 100, 300],
        ['expiry', 600, 400],
        ['issue', 600, 1_000],
        ['issue', 400, 400],
      ],
    );
    await addsUp();
  });

  test('the job takes out what is left of what has expired, once', async () => {
    await issue(6, 1);
    await pay(200);
    clock.advance(dayMs + 1_000);
    while ((await expireStoreCredit(platform, db, 100)) > 0);
    const entries = async () => (await listStoreCreditEntries(house.scope, holder(), { limit: 10 })).items;
    const [expiry] = await entries();
    assert.deepEqual(
      [expiry!.reason, expiry!.amountMinor, expiry!.balanceMinor, expiry!.source],
      ['expiry', 400, 0, 'system'],
    );
    assert.equal(await expireStoreCredit(platform, db, 100), 0);
    assert.equal((await entries()).length, 3);
    await addsUp();
  });

  test('what an order took goes back to where it came from, the last taken first', async () => {
    await issue(5);
    await issue(5, 10);
    const orderId = await pay(800);
    assert.deepEqual([await lots(), await balance()], [[0], 200]);
    await giveBack(orderId, 400);
    assert.deepEqual([await lots(), await balance()], [[100], 600]);
    const held = await house.scope.read((tx) => creditHeldByOrder(tx, orderId));
    assert.deepEqual(
      held.map(({ amountMinor }) => amountMinor),
      [400],
    );
    await assert.rejects(giveBack(orderId, 401), { code: 'invalid_field' });
    await giveBack(orderId);
    assert.deepEqual([await lots(), await balance()], [[500], 1_000]);
    assert.deepEqual(await giveBack(orderId), []);
    await addsUp();
  });

  test('what comes back after it has expired is good for thirty more days', async () => {
    await issue(5, 1);
    const orderId = await pay(300);
    clock.advance(2 * dayMs);
    await giveBack(orderId);
    assert.equal(await balance(), 300, 'the rest has expired');
    clock.advance(29 * dayMs);
    assert.equal(await balance(), 300);
    clock.advance(dayMs);
    assert.equal(await balance(), 0);
    await addsUp();
  });

  test('a payment under a known key takes nothing again', async () => {
    await issue(10);
    const orderId = await pay(100);
    const payment = { ...spender(), amountMinor: 200, orderId, key: `order.${orderId}` };
    const twice = await Promise.all(
      [0, 1].map(() => house.scope.write((tx) => spendCredit(tx, house.scope, payment))),
    );
    assert.deepEqual(twice[0], twice[1]);
    assert.equal(await balance(), 700);
    await assert.rejects(
      house.scope.write((tx) => spendCredit(tx, house.scope, { ...payment, amountMinor: 201 })),
      { code: 'idempotency_key_reused' },
    );
  });

  test('an issue is reversed once, from its own lot first, and only while it is there', async () => {
    await issue(5, 1);
    const later = await issue(5, 10);
    const reverse = (entryId: string) => reverseStoreCredit(house.scope, entryId, { key: key() });
    await pay(100);
    const reversal = JSON.parse((await reverse(later)).answer);
    assert.deepEqual([await lots(), await balance()], [[400, 0], 400]);
    await assert.rejects(reverse(later), { code: 'already_reversed' });
    await assert.rejects(reverse(reversal.id), { code: 'invalid_transition' });
    const spent = await issue(3);
    await pay(500);
    await assert.rejects(reverse(spent), { code: 'insufficient_credit' });
    await addsUp();
  });

  test('what was taken away by hand comes back to its lots when that is reversed', async () => {
    await issue(5, 1);
    const { answer } = await debitStoreCredit(house.scope, holder(), {
      amount: 2,
      currency: 'EUR',
      key: key(),
    });
    await reverseStoreCredit(house.scope, JSON.parse(answer).id, { key: key() });
    assert.deepEqual([await lots(), await balance()], [[500], 500]);
    await addsUp();
  });

  test('each change is told with the balance after it, under the customer', async () => {
    await issue(5);
    await pay(200);
    const events = await house.scope.read((tx) =>
      run<{ data: { reason: string; balance: number } }>(
        tx,
        `select data from events where type = 'store_credit.changed' and record_id = ? order by position`,
        customerId,
      ),
    );
    assert.deepEqual(
      events.map(({ data }) => [data.reason, data.balance]),
      [
        ['issue', 5],
        ['order_payment', 3],
      ],
    );
  });

  test('requests can’t change or remove an entry', async () => {
    await issue(5);
    for (const statement of ['update credit_entries set amount_minor = 1', 'delete from credit_entries']) {
      await assert.rejects(
        house.scope.write((tx) => run(tx, statement)),
        { code: '42501' },
      );
    }
  });

  test('a balance changed by hand is found, and loudly', async () => {
    await issue(5);
    await house.scope.write((tx) => run(tx, 'update credit_accounts set balance_minor = 700'));
    const { accounts, wrong } = await checkStoreCredit(house.scope);
    assert.deepEqual(
      [accounts, wrong.map(({ balanceMinor, entriesMinor }) => [balanceMinor, entriesMinor])],
      [1, [[700, 500]]],
    );
    const logged: object[] = [];
    const log = { ...platform.log, error: (values: object) => void logged.push(values) };
    assert.ok((await checkAllStoreCredit({ ...platform, log }, db)) >= 1);
    assert.ok(logged.some((values) => (values as { entityId: string }).entityId === customerId));
  });
});
