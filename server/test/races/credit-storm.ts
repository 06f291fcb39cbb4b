// Many who issue, spend, give back and repeat store credit at once, and what they know of it: the accounts as they must
// be in the end.
import assert from 'node:assert/strict';
import { checkStoreCredit } from '#core/store-credit/credit-upkeep.ts';
import { returnCredit, spendCredit } from '#core/store-credit/spending.ts';
import { isConnectionFault, type Tx } from '#db/tx.ts';
import { Fault } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';
import { insertOrder } from '#test/bare-order.ts';
import { atOnce } from '#test/races/two-apps.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import type { TestOrganization, World } from '#test/world.ts';

/** A request with its key and what it was answered at first. */
interface Acknowledged {
  url: string;
  key: string;
  payload: object;
  text: string;
}

/** What is known to have happened, by account. */
interface Books {
  acknowledged: Acknowledged[];
  /** Orders that hold credit: id, account and amount. */
  paid: { orderId: string; account: number; amountMinor: number }[];
  balances: number[];
  sent: number;
}

/** An organization whose accounts everybody works on. */
export interface Storm {
  house: TestOrganization;
  worlds: World[];
  key: string;
  /** Where the accounts are, and whose they are. */
  accounts: { path: string; entityType: 'customer' | 'company'; entityId: string }[];
  books: Books;
}

/** Numbers from 0 to 1. */
export type Random = () => number;

/** Three customers and a company, all without credit, on one or several processes. */
export async function makeStorm(house: TestOrganization, worlds: World[]): Promise<Storm> {
  const { admin } = house;
  const customers = await atOnce(3, () => admin.post('/customers', {}));
  const company = (await admin.post('/companies', { name: 'Stormy' })).body.data;
  const accounts = [
    ...customers.map(({ body }) => ({
      path: `/customers/${body.data.id}`,
      entityType: 'customer' as const,
      entityId: body.data.id as string,
    })),
    { path: `/companies/${company.id}`, entityType: 'company' as const, entityId: company.id as string },
  ];
  const books: Books = { acknowledged: [], paid: [], balances: accounts.map(() => 0), sent: 0 };
  return { house, worlds, key: await house.keyFor(), accounts, books };
}

/** One thing that somebody wants, tried until it has certainly happened or certainly not. */
export async function takeStep(storm: Storm, random: Random): Promise<void> {
  const account = Math.floor(random() * storm.accounts.length);
  const wish = random();
  if (wish < 0.55) return issue(storm, account, random);
  if (wish < 0.85) return pay(storm, account, random);
  const order = storm.books.paid.shift();
  if (order) await giveBack(storm, order, random);
}

/** Issues or takes away by request, two of the same at once, and again while the answer is not known. */
async function issue(
  { accounts, books, key, worlds }: Storm,
  account: number,
  random: Random,
): Promise<void> {
  const isDebit = random() < 0.25;
  const amountMinor = 1 + Math.floor(random() * 5_000);
  const expiresAt = random() < 0.5 && !isDebit ? { expiresAt: '2100-01-01T00:00:00Z' } : {};
  const request: Acknowledged = {
    url: `/api/v1${accounts[account]!.path}/store-credit${isDebit ? '/debit' : ''}`,
    key: `storm-${random()}`,
    payload: { amount: amountMinor / 100, currency: 'EUR', ...expiresAt },
    text: '',
  };
  for (let tries = 0; request.text === '' && tries < 50; tries += 1) {
    const answers = await atOnce(2, (place) => send(worlds[place % worlds.length]!, key, request));
    books.sent += 2;
    const made = answers.filter(({ statusCode }) => statusCode === 201).map(({ body }) => body);
    assert.ok(new Set(made).size <= 1, `two answers to one key: ${made.join('\n')}`);
    const codes = answers.map(({ headers }) => headers['x-error-code'] as string);
    if (made.length === 0 && codes.includes('insufficient_credit')) {
      assert.ok(isDebit);
      return;
    }
    const others = answers.filter(({ statusCode }) => ![201, 409, 503].includes(statusCode));
    assert.deepEqual(
      others.map(({ body }) => body),
      [],
    );
    request.text = made[0] ?? '';
  }
  assert.notEqual(request.text, '', 'never answered');
  books.balances[account]! += isDebit ? -amountMinor : amountMinor;
  books.acknowledged.push(request);
}

function send({ app }: World, key: string, { url, key: idempotencyKey, payload }: Acknowledged) {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey };
  return app.inject({ method: 'POST', url, headers, payload });
}

/** Pays an order with credit; now and then the order fails in the end, and with it the payment. */
async function pay(storm: Storm, account: number, random: Random): Promise<void> {
  const { house, books, accounts } = storm;
  const orderId = newId(new Date());
  const amountMinor = 1 + Math.floor(random() * 3_000);
  const fails = random() < 0.25;
  const outcome = await untilKnown(storm, random, async (tx) => {
    await insertOrder(tx, house.organization.id, orderId);
    await spendCredit(tx, house.scope, {
      ...accounts[account]!,
      currency: 'EUR',
      amountMinor,
      orderId,
      key: `order.${orderId}`,
    });
    if (fails) throw new Fault('conflict', 'order_failed', 'The order failed.');
  });
  if (outcome !== 'done') return;
  books.balances[account]! -= amountMinor;
  books.paid.push({ orderId, account, amountMinor });
}

/** Gives an order's credit back, in part and then the rest; the order says whether that has happened. */
async function giveBack(storm: Storm, order: Books['paid'][number], random: Random): Promise<void> {
  const { house, books } = storm;
  const { orderId, account, amountMinor } = order;
  const part = Math.ceil(amountMinor / 2);
  const outcome = await untilKnown(storm, random, async (tx) => {
    const [row] = await run<{ notes: string | null }>(
      tx,
      'select notes from orders where id = ? for update',
      orderId,
    );
    if (row!.notes === 'given back') return;
    await returnCredit(tx, house.scope, { orderId, amountMinor: part });
    await returnCredit(tx, house.scope, { orderId });
    await run(tx, `update orders set notes = 'given back' where id = ?`, orderId);
  });
  assert.equal(outcome, 'done');
  books.balances[account]! += amountMinor;
}

/** Runs a transaction on any of the processes until its outcome is known: a lost connection may have committed. */
async function untilKnown(
  { worlds, house, books }: Storm,
  random: Random,
  work: (tx: Tx) => Promise<void>,
): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { db } = worlds[Math.floor(random() * worlds.length)]!.parts;
    books.sent += 1;
    try {
      await db.write(house.organization.id, work);
      return 'done';
    } catch (error) {
      if (error instanceof Fault) return error.code;
      if (!isConnectionFault(error)) throw error;
    }
  }
  throw new Error('The outcome never became known.');
}

/** Every balance is the sum of its entries and what the requests say; every key has one entry and its first answer. */
export async function checkBooks({ house, worlds, accounts, books, key }: Storm): Promise<void> {
  const { accounts: checked, wrong } = await checkStoreCredit(house.scope);
  assert.deepEqual([checked, wrong], [accounts.length, []]);
  for (const [place, { path }] of accounts.entries()) {
    const { balances } = (await house.admin.get(`${path}/store-credit?currency=eur`)).body.data;
    assert.equal(Math.round(balances[0].balance * 100), books.balances[place], path);
  }
  const rows = await house.scope.read((tx) =>
    run<{ key: string; entries: number }>(
      tx,
      `select idempotency_key as key, count(*) as entries from credit_entries
       where idempotency_key like 'storm-%' group by 1`,
    ),
  );
  assert.deepEqual(
    rows.filter(({ entries }) => entries !== 1),
    [],
  );
  assert.deepEqual(
    rows.map((row) => row.key).sort(),
    books.acknowledged.map((request) => request.key).sort(),
  );
  for (const request of books.acknowledged) {
    const { statusCode, headers, body } = await send(worlds.at(-1)!, key, request);
    books.sent += 1;
    assert.deepEqual([statusCode, headers['idempotent-replayed'], body], [201, 'true', request.text]);
  }
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
