// Imports that are killed, again and again, on an embedded database of their own: nothing is lost, nothing is made twice.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { RootTx } from '#db/tx.ts';
import { readConfig } from '#src/config.ts';
import { openParts } from '#src/parts.ts';

const program = join(import.meta.dirname, '../../bin/frontdesk.js');

interface KilledImport {
  kind: string;
  headings: string;
  rows: string[];
  kills: number;
}

/** Imports a file that is killed `kills` times while it runs, then to its end, and counts by what `counting` asks. */
async function countsAfterKills(
  t: TestContext,
  { kind, headings, rows, kills }: KilledImport,
  counting: (tx: RootTx) => PromiseLike<{ what: string; count: number }[]>,
): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-kill-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: join(folder, 'data') };
  const start = (...argv: string[]) => spawn(process.execPath, [program, ...argv], { cwd: folder, env });
  async function run(...argv: string[]): Promise<string> {
    const child = start(...argv);
    const closed = once(child, 'close');
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    assert.deepEqual(await closed, [0, null], output);
    return output;
  }
  writeFileSync(join(folder, 'list.csv'), [headings, ...rows].join('\n'));
  await run('organization', 'create', 'Kill house', '--country', 'DE');

  for (let killed = 0; killed < kills; killed += 1) {
    const child = start('import', kind, 'list.csv');
    const closed = once(child, 'close');
    let told = '';
    child.stderr.on('data', (text) => {
      told += text;
      // The first line of progress: a batch is stored, and the next is under way.
      if (/ of [\d,]+ rows/.test(told)) setTimeout(() => child.kill('SIGKILL'), killed * 60);
    });
    assert.deepEqual(await closed, [null, 'SIGKILL'], told);
  }
  const last = JSON.parse(await run('import', kind, 'list.csv', '--json'));
  assert.equal(last.created + last.alreadyThere, last.records ?? rows.length);
  assert(last.alreadyThere >= 100, 'no run before this one stored anything');
  assert(last.created > 0, 'the runs before this one were not killed in the middle');

  const parts = await openParts(readConfig(env));
  t.after(() => parts.close());
  const counted = await parts.db.root(async (tx) => counting(tx));
  return Object.fromEntries(counted.map(({ what, count }) => [what, count]));
}

test('an import of customers that is killed several times and run again makes each row a customer, once', async (t) => {
  const rowCount = 2_400;
  // People with a number, with an email, with a phone alone, and some who are told by nothing but equal names.
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const kinds = [
      `Numbered ${index},M-${10_000 + index},,`,
      `Mailed ${index},,person${index}@example.com,`,
      `Called ${index},,,040 ${100_000 + index}`,
      `Alike ${index % 80},,,`,
    ];
    return kinds[index % kinds.length]!;
  });
  const headings = 'First name,Customer number,Email,Phone';
  const counts = await countsAfterKills(
    t,
    { kind: 'customers', headings, rows, kills: 3 },
    (tx) => tx<{ what: string; count: number }[]>`
      select 'customers' as what, count(*) from customers
      union all select 'numbers', count(distinct customer_number) from customers
      union all select 'names', count(distinct first_name) from customers
      union all select 'alike', count(*) from customers where first_name like 'Alike%'
      union all select 'emails', count(distinct address) from customer_emails
      union all select 'phones', count(*) from customer_phones
      union all select 'events', count(distinct record_id) from events where type = 'customer.created'
    `,
  );
  const quarter = rowCount / 4;
  assert.deepEqual(counts, {
    customers: rowCount,
    numbers: rowCount,
    names: 3 * quarter + 20,
    alike: quarter,
    emails: quarter,
    phones: quarter,
    events: rowCount,
  });
});

test('an import of orders that is killed and run again makes each order, its payment and its customer once, and totals add up', async (t) => {
  const orderCount = 600;
  // Two items each, and ten orders a customer.
  const rows = Array.from({ length: orderCount }, (_, index) => [
    `A${index},2025-03-31,c${index % 100}@example.com,Desk day,2,20,paid`,
    `A${index},,,Coffee,1,5,`,
  ]).flat();
  const headings = 'Order ID,Date,Email,Item,Qty,Price,Financial Status';
  const counts = await countsAfterKills(
    t,
    { kind: 'orders', headings, rows, kills: 1 },
    (tx) => tx<{ what: string; count: number }[]>`
      select 'orders' as what, count(*) from orders
      union all select 'ids', count(distinct external_id) from orders
      union all select 'numbers', count(distinct order_number) from orders
      union all select 'items', count(*) from order_items
      union all select 'payments', count(*) from order_payments
      union all select 'customers', count(*) from customers
      union all select 'counted', sum(total_orders)::bigint from customers
      union all select 'spent', sum(total_spent_minor)::bigint from customers
      union all select 'events', count(*) from events where type = 'order.created'
    `,
  );
  assert.deepEqual(counts, {
    orders: orderCount,
    ids: orderCount,
    numbers: orderCount,
    items: 2 * orderCount,
    payments: orderCount,
    customers: 100,
    counted: orderCount,
    spent: orderCount * 4_500,
    events: orderCount,
  });
});

test('an import of enquiries that is killed and run again makes each enquiry and each guest once', async (t) => {
  const rowCount = 900;
  // Every other one has an id; the others are known by what they say.
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const externalId = index % 2 === 0 ? `T${index}` : '';
    return `${externalId},c${index % 100}@example.com,Question ${index},2025-03-31,2025-04-01`;
  });
  const headings = 'Ticket ID,Email,Subject,Created,Resolved';
  const counts = await countsAfterKills(
    t,
    { kind: 'enquiries', headings, rows, kills: 1 },
    (tx) => tx<{ what: string; count: number }[]>`
      select 'enquiries' as what, count(*) from enquiries
      union all select 'subjects', count(distinct subject) from enquiries
      union all select 'numbers', count(distinct enquiry_number) from enquiries
      union all select 'resolved', count(resolved_at) from enquiries
      union all select 'guests', count(*) from customers where is_guest
      union all select 'events', count(*) from events where type like 'enquiry.%'
    `,
  );
  assert.deepEqual(counts, {
    enquiries: rowCount,
    subjects: rowCount,
    numbers: rowCount,
    resolved: rowCount,
    guests: 100,
    events: rowCount,
  });
});
