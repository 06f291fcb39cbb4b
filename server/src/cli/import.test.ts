// Importing customers from the command line: what is shown, made and reported, and what a stop leaves.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCustomerParameter } from '#core/customer-parameters/customer-parameters.ts';
import { getCustomer } from '#core/customers/customers.ts';
import { callCommand } from '#test/command-line.ts';
import { makeOrganization, world } from '#test/world.ts';

const messy = [
  'Kundennr.;Vorname;Name;E-Mail;Handy;Newsletter;Tarif;Notizen',
  'K-1001;Zoë;Weiß;ZOE@example.com;0170 1234567;ja;Flexibel;"mag\nFenster"',
  ';Ben;;ben@example.com;;nein;;',
  ';;;;;;;',
  'K-1002;Cem;Öz;cem(at)example.com;123;vielleicht;Sofa;',
  'K-1003;Dana;Roth',
  'K-1001;Zoe;Weiss;zoe2@example.com;;;;',
  ';Eva;Lang;;+49 40 123456;;;=1+1',
].join('\n');

async function folderWith(t: TestContext, content: string) {
  const { parts } = await world();
  const { organization, scope } = await makeOrganization(await world());
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-import-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'list.csv'), content);
  const run = (...options: string[]) =>
    callCommand(parts, ['import', 'customers', 'list.csv', '-o', organization.slug, ...options], {
      cwd: folder,
    });
  const choices = [{ value: 'flex', label: 'Flexibel' }];
  await createCustomerParameter(scope, { name: 'Tarif', key: 'plan', type: 'select', options: choices });
  return { folder, scope, run, report: join(folder, 'list.csv.report.csv') };
}

test('a file as people keep it is imported, and what is not is reported by line with its reason', async (t) => {
  const { scope, run, report } = await folderWith(t, messy);
  const { exitCode, stdout, stderr } = await run();
  assert.equal(exitCode, 0);
  assert.match(stdout, /^6 rows: 3 created, 1 already there, 2 bad\./);
  assert.match(stdout, /Why, row by row: .*list\.csv\.report\.csv/);
  assert.match(stderr, /Vorname +firstName +Zoë\n/);
  assert.match(stderr, /Tarif +parameter plan +Flexibel\n/);
  assert.match(stderr, /Notizen +not imported/);
  const zoe = await getCustomer(scope, 'K-1001');
  assert.deepEqual(
    {
      ...zoe.emails[0],
      ...zoe.phones[0],
      name: zoe.displayName,
      source: zoe.source,
      optIn: zoe.marketingOptIn,
    },
    {
      address: 'zoe@example.com',
      number: '+491701234567',
      isPrimary: true,
      name: 'Zoë Weiß',
      source: 'import',
      optIn: true,
    },
  );
  assert.deepEqual(Object.values(zoe.parameterValues), ['flex']);
  const lines = readFileSync(report, 'utf8').split('\n');
  assert.equal(
    lines[0],
    '\ufeffline;result;reason;Kundennr.;Vorname;Name;E-Mail;Handy;Newsletter;Tarif;Notizen',
  );
  assert.match(
    lines[1]!,
    /^6;bad;"Newsletter: ""vielleicht"" must be yes or no\. E-Mail: ""cem\(at\)example\.com"" must be an/,
  );
  assert.match(
    lines[1]!,
    /Handy: ""123"" must be a phone number.*Tarif: ""Sofa"" must be one of flex\.";K-1002;Cem;Öz/,
  );
  assert.match(lines[2]!, /^7;bad;The row has 3 cells, the headings are 8.*;K-1003;Dana;Roth$/);
  assert.match(
    lines[3]!,
    /^8;already there;The customer number K-1001 belongs to line 2 of this file\.;K-1001;Zoe/,
  );
});

test('a second run makes nobody twice, and a report that was put right can be imported', async (t) => {
  const { folder, run, report } = await folderWith(t, messy);
  await run();
  const again = await run();
  assert.match(again.stdout, /^6 rows: 0 created, 4 already there, 2 bad\./);
  const corrected = readFileSync(report, 'utf8')
    .replaceAll('cem(at)', 'cem@')
    .replace(';123;vielleicht;Sofa', ';0171 555123;;');
  writeFileSync(join(folder, 'list.csv'), corrected);
  const third = await run();
  assert.match(third.stdout, /^6 rows: 1 created, 4 already there, 1 bad\./);
});

test('a dry run shows the first rows as they would be and what would become of all, and makes nothing', async (t) => {
  const { run, report } = await folderWith(t, messy);
  const { exitCode, stdout, stderr } = await run('--dry-run');
  assert.equal(exitCode, 0);
  assert.equal(
    stdout,
    '6 rows: 3 would be created, 1 already there, 2 bad. Rows that are bad or already there change nothing. Nothing was imported.\n',
  );
  assert.match(stderr, /2 +Zoë +Weiß +zoe@example\.com +\+491701234567 +K-1001 +active +yes +no +flex\n/);
  assert.match(stderr, /line 6 +bad +Newsletter: "vielleicht" must be yes or no\./);
  assert.equal(existsSync(report), false);
  assert.match((await run()).stdout, /: 3 created/);
});

test('with --json there is one document and nothing else', async (t) => {
  const { folder, run, report } = await folderWith(t, messy);
  const { stdout, stderr } = await run('--json', '--report', 'other.csv');
  const { organization, ...result } = JSON.parse(stdout);
  const file = join(folder, 'list.csv');
  const counts = { rows: 6, created: 3, alreadyThere: 1, bad: 2 };
  assert.deepEqual(result, { file, dryRun: false, ...counts, report: join(folder, 'other.csv') });
  assert.equal(stderr, '');
  assert.equal(existsSync(report), false);
});

test('columns are mapped and left out as the caller says, and --country reads phones', async (t) => {
  const { scope, run } = await folderWith(t, 'Who,Reach,Ring,No\nAda Lee,ada@example.com,01 23 45 67 89,7\n');
  const { exitCode, stderr } = await run(
    '--map',
    'Who=name',
    '--map',
    'Reach=email',
    '--map',
    'Ring=phone',
    '--ignore',
    'No',
    '--country',
    'fr',
  );
  assert.equal(exitCode, 0, stderr);
  const { phones, firstName } = await getCustomer(scope, 'ada@example.com');
  assert.deepEqual([phones[0]!.number, firstName], ['+33123456789', 'Ada']);
});

test('a column that spoils every row is pointed at', async (t) => {
  const { run } = await folderWith(t, 'No,Name\n1,Ada\n2,Ben\n');
  const { exitCode, stdout, stderr } = await run('--dry-run');
  assert.equal(exitCode, 0);
  assert.match(stdout, /^2 rows: 0 would be created, 0 already there, 2 bad/);
  assert.match(stderr, /None of the first rows can be imported because of No\. .*--ignore "No"/);
});

test('numbers that the file gives are drawn for nobody before', async (t) => {
  const { scope, run } = await folderWith(t, 'Number of customer,Name\n,Ada\n,Ben\nCUST-000001,Cem\n');
  const { stdout } = await run('--map', 'Number of customer=customerNumber');
  assert.match(stdout, /: 3 created, 0 already there, 0 bad/);
  assert.equal((await getCustomer(scope, 'CUST-000001')).firstName, 'Cem');
});

test('a cancelled import keeps what it made and its report, and says how to go on', async (t) => {
  const { folder, scope, report } = await folderWith(t, '');
  const rows = Array.from({ length: 2_000 }, (_, index) => `Person ${index},${index === 3 ? 'wrong' : ''}`);
  writeFileSync(join(folder, 'list.csv'), ['Name,Email', ...rows].join('\n'));
  const { parts } = await world();
  const cancel = new AbortController();
  const { db } = parts;
  // Cancels while the third batch is stored.
  let writes = 0;
  const counted = {
    ...db,
    write: ((organizationId, work) => {
      writes += 1;
      if (writes === 5) cancel.abort();
      return db.write(organizationId, work);
    }) as typeof db.write,
  };
  const watched = { ...parts, db: counted, platform: { ...parts.platform, db: counted } };
  const command = ['import', 'customers', 'list.csv', '-o', scope.organization.slug];
  const { exitCode, stderr } = await callCommand(watched, command, { cwd: folder, signal: cancel.signal });
  assert.equal(exitCode, 130);
  const [, stopped, made] = /Stopped after (\d+) of 2,000 rows: (\d+) created\. Run the same/.exec(stderr)!;
  assert.equal(Number(made), Number(stopped) - 1);
  assert.match(readFileSync(report, 'utf8'), /^5,bad,/m);
  const { stdout } = await callCommand(parts, [...command, '--json'], { cwd: folder });
  const { created, alreadyThere, bad } = JSON.parse(stdout);
  assert.deepEqual(
    { created, alreadyThere, bad },
    { created: 1_999 - Number(made), alreadyThere: Number(made), bad: 1 },
  );
});

test('what cannot begin is told in one line, and nothing is made', async (t) => {
  const { run, folder } = await folderWith(t, 'Name\nAda\n');
  const failures: [string[], RegExp][] = [
    [['--map', 'Name=hobby'], /^Error: --map: there is no field hobby\./],
    [['--country', 'Germany'], /^Error: --country must be a two-letter country code/],
    [['--encoding', 'klingon'], /^Error: --encoding klingon is not known/],
    [['--report', 'nowhere/report.csv'], /Error: The report can't be written/],
  ];
  for (const [options, sentence] of failures) {
    const { exitCode, stderr } = await run(...options);
    assert.equal(exitCode, 1);
    assert.match(stderr, sentence);
  }
  rmSync(join(folder, 'list.csv'));
  assert.match((await run()).stderr, /^Error: There is no such file: .*list\.csv\n$/);
});
