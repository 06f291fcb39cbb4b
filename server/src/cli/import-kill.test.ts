// An import that is killed, again and again, on an embedded database of its own: nobody is lost, nobody is made twice.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#src/config.ts';
import { openParts } from '#src/parts.ts';

const program = join(import.meta.dirname, '../../bin/frontdesk.js');
const rowCount = 2_400;
const kills = 3;

/** People with a number, with an email, with a phone alone, and some who are told by nothing but equal names. */
function fileOfPeople(): string {
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const kinds = [
      `Numbered ${index},M-${10_000 + index},,`,
      `Mailed ${index},,person${index}@example.com,`,
      `Called ${index},,,040 ${100_000 + index}`,
      `Alike ${index % 80},,,`,
    ];
    return kinds[index % kinds.length];
  });
  return ['First name,Customer number,Email,Phone', ...rows].join('\n');
}

test('an import that is killed several times and run again makes each row a customer, once', async (t) => {
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
  writeFileSync(join(folder, 'people.csv'), fileOfPeople());
  await run('organization', 'create', 'Kill house', '--country', 'DE');

  for (let killed = 0; killed < kills; killed += 1) {
    const child = start('import', 'customers', 'people.csv');
    const closed = once(child, 'close');
    let told = '';
    child.stderr.on('data', (text) => {
      told += text;
      // The first line of progress: a batch is stored, and the next is under way.
      if (/ of 2,400 rows/.test(told)) setTimeout(() => child.kill('SIGKILL'), killed * 60);
    });
    assert.deepEqual(await closed, [null, 'SIGKILL'], told);
  }
  const last = JSON.parse(await run('import', 'customers', 'people.csv', '--json'));
  assert.equal(last.created + last.alreadyThere, rowCount);
  assert(last.alreadyThere >= 100, 'no run before this one stored anything');
  assert(last.created > 0, 'the runs before this one were not killed in the middle');

  const parts = await openParts(readConfig(env));
  t.after(() => parts.close());
  const count = async (what: string) => {
    const rows = await parts.db.root(
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
    return rows.find((row) => row.what === what)!.count;
  };
  const quarter = rowCount / 4;
  assert.equal(await count('customers'), rowCount);
  assert.equal(await count('numbers'), rowCount);
  assert.equal(await count('names'), 3 * quarter + 20);
  assert.equal(await count('alike'), quarter);
  assert.equal(await count('emails'), quarter);
  assert.equal(await count('phones'), quarter);
  assert.equal(await count('events'), rowCount);
});
