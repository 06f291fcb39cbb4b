// Importing orders and bookings from the command line: what is shown, made and reported.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { getCustomer } from '#core/customers/customers.ts';
import { makeBookable } from '#test/bookable.ts';
import { callCommand } from '#test/command-line.ts';
import { makeOrganization, world } from '#test/world.ts';

async function folderWith(t: TestContext, kind: string, content: string[]) {
  const { parts, clock } = await world();
  const { organization, scope } = await makeOrganization(await world());
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-import-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const year = clock.now().getUTCFullYear() + 1;
  writeFileSync(join(folder, 'list.csv'), content.join('\n').replaceAll('NEXT', String(year)));
  await makeBookable(scope, { capacities: [1] });
  const run = (...options: string[]) =>
    callCommand(parts, ['import', kind, 'list.csv', '-o', organization.slug, ...options], { cwd: folder });
  return {
    scope,
    run,
    reported: () => readFileSync(join(folder, 'list.csv.report.csv'), 'utf8').split('\n'),
  };
}

const orderLines = [
  'Order ID;Date;Name;E-mail;Item;Qty;Price;Total;Financial Status',
  'A1;31.03.2025;Ada Lee;ada@example.com;Desk day;2;20,00;45,00;paid',
  'A1;;;;Coffee;1;5,00;;',
  'A2;01.04.2025;Ben Kaya;ben@example.com;Desk day;1;20,00;19,00;paid',
  'A3;02.04.2025;Ada Lee;ada@example.com;Desk day;1;20,00;20,00;partly',
];

test('orders are made of their rows, and every row of one that is not is in the report', async (t) => {
  const { scope, run, reported } = await folderWith(t, 'orders', orderLines);
  const dry = await run('--dry-run');
  assert.match(dry.stdout, /^4 rows, 3 orders: 1 would be created, 0 already there, 2 bad\./);
  assert.match(
    dry.stderr,
    /A1 +2025-03-30T22:00 +2 × Desk day, 1 × Coffee +45 EUR +45 +0 +completed +paid\n/,
  );
  const { exitCode, stdout } = await run();
  assert.equal(exitCode, 0);
  assert.match(stdout, /^4 rows, 3 orders: 1 created, 0 already there, 2 bad\./);
  const ada = await getCustomer(scope, 'ada@example.com');
  assert.deepEqual([ada.firstName, ada.totalOrders, ada.totalSpentMinor], ['Ada', 1, 4500]);
  const [, second, third] = reported();
  assert.match(second!, /^4;bad;"Total: ""19,00"" does not add up: the items come to 20, not 19\.";A2/);
  assert.match(
    third!,
    /^5;bad;"Financial Status: ""partly"" must be pending, paid, failed or refunded\.";A3/,
  );
  assert.match((await run()).stdout, /: 0 created, 1 already there, 2 bad\./);
  assert.match(reported()[2]!, /^3;already there;The id A1 belongs to order ORD-\d{6}\.;A1;;;;Coffee/);
});

const bookingLines = [
  'Booking ID,Service,Room,Date,Start time,End time,Guest,Email,Status',
  'B1,Yoga,Room 01,2025-03-31,10:00,11:00,Ada Lee,ada@example.com,attended',
  'B2,Yoga,Room 01,NEXT-03-31,10:00,11:00,Ada Lee,ada@example.com,',
  'B3,Yoga,Room 01,NEXT-03-31,10:30,11:30,Ben Kaya,ben@example.com,booked',
  'B4,Golf,Room 01,NEXT-03-31,10:30,25:00,,,',
];

test('bookings are made, and one whose place is taken is reported unless overlaps are allowed', async (t) => {
  const { run, reported } = await folderWith(t, 'bookings', bookingLines);
  const { exitCode, stdout, stderr } = await run();
  assert.equal(exitCode, 0, stderr);
  assert.match(stdout, /^4 rows: 2 created, 0 already there, 2 bad\./);
  const [, third, fourth] = reported();
  assert.match(third!, /^4,bad,There is no place free at that time\.,B3,/);
  assert.match(
    fourth!,
    /^5,bad,"End time: ""25:00"" must be a time, like 14:30\. Service: ""Golf"" names no service\./,
  );
  const { created, alreadyThere, bad } = JSON.parse((await run('--allow-overlap', '--json')).stdout);
  assert.deepEqual({ created, alreadyThere, bad }, { created: 1, alreadyThere: 2, bad: 1 });
});

test('a list without a column that says what its records are known by is refused with advice', async (t) => {
  const { run } = await folderWith(t, 'bookings', ['Service,Date', 'Yoga,2025-03-31']);
  const { exitCode, stderr } = await run();
  assert.equal(exitCode, 1);
  assert.match(stderr, /^Error: No heading names what a booking is known by .*--map "Heading=externalId"/);
});
