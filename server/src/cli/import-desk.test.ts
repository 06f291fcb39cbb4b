// Importing companies and enquiries from the command line: what is shown, made, changed and reported.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { getCompany } from '#core/companies/companies.ts';
import { createCustomer } from '#core/customers/customers.ts';
import { getEnquiry } from '#core/enquiries/enquiries.ts';
import { callCommand } from '#test/command-line.ts';
import { makeOrganization, world } from '#test/world.ts';

async function folderWith(t: TestContext, kind: string, content: string[]) {
  const { parts } = await world();
  const { organization, scope } = await makeOrganization(await world());
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-import-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (lines: string[]) => writeFileSync(join(folder, 'list.csv'), lines.join('\n'));
  write(content);
  return {
    scope,
    write,
    run: (...options: string[]) =>
      callCommand(parts, ['import', kind, 'list.csv', '-o', organization.slug, ...options], { cwd: folder }),
    reported: () => readFileSync(join(folder, 'list.csv.report.csv'), 'utf8').split('\n'),
  };
}

const companyLines = [
  'Account ID;Firma;E-Mail;E-Mail 2;Webseite;Domain;USt-IdNr;Straße;PLZ;Ort;Land;Zahlungsziel;Ansprechpartner;Budget',
  'A1;Acme;office@acme.example;sales@acme.example;www.acme.example;acme.example;DE1;Hafen 1;20457;Hamburg;Deutschland;30 Tage;M-1001;900',
  'A2;Beta;;;;acme.example;;;;;;;;',
  'A3;;;;;;;;;;Atlantis;bald;M-9999;',
];

test('companies are made of a list as people keep it, and a changed row changes its company', async (t) => {
  const { scope, run, reported, write } = await folderWith(t, 'companies', companyLines);
  const ada = await createCustomer(scope, { customerNumber: 'M-1001' });
  const budget = ['--map', 'Budget=customFields.budget'];
  const dry = await run('--dry-run', ...budget);
  assert.match(dry.stdout, /^3 rows: 1 would be created, 0 would be updated, 0 already there, 2 bad\./);
  assert.match(dry.stderr, /The first rows as companies:/);
  const { exitCode, stdout, stderr } = await run(...budget);
  assert.equal(exitCode, 0, stderr);
  assert.match(stdout, /^3 rows: 1 created, 0 updated, 0 already there, 2 bad\./);
  const acme = await getCompany(scope, 'COM-000001');
  assert.deepEqual(acme.billingAddress, {
    line1: 'Hafen 1',
    postalCode: '20457',
    city: 'Hamburg',
    country: 'DE',
  });
  assert.deepEqual(
    [acme.website, acme.paymentTermsDays, acme.primaryCustomerId, acme.customFields, acme.emails.length],
    ['https://www.acme.example', 30, ada.id, { budget: '900' }, 2],
  );
  const [, second, third] = reported();
  assert.match(second!, /^3;bad;"Domain: ""acme\.example"" belongs to line 2 of this file\.";A2/);
  assert.match(
    third!,
    /^4;bad;"Land: ""Atlantis"" must be a country, like DE or Germany\. Zahlungsziel: ""bald"" must be a number of days/,
  );
  assert.match(third!, /Ansprechpartner: ""M-9999"" is the number of no customer/);

  write([companyLines[0]!, companyLines[1]!.replace('Acme;', 'Acme AG;')]);
  assert.match((await run(...budget)).stdout, /^1 row: 0 created, 1 updated, 0 already there, 0 bad\.\n$/);
  assert.match((await run(...budget)).stdout, /^1 row: 0 created, 0 updated, 1 already there, 0 bad\./);
  assert.equal((await getCompany(scope, 'COM-000001')).name, 'Acme AG');
  assert.match(reported()[1]!, /^2;already there;The id A1 belongs to company COM-000001\.;A1/);
});

const enquiryLines = [
  'Ticket ID,Requester,Requester email,Subject,Description,Status,Priority,Created at,Solved at,Assignee',
  'T1,Ada Lee,ada@example.com,Desk,How much is a desk?,Solved,Normal,2025-03-31 10:00,2025-04-01 12:00,',
  'T2,Ben Kaya,ben@example.com,,Is there parking?,on hold,P1,2025-03-31 11:00,,',
  'T3,Cem Oz,cem(at)example.com,Hi,,new,soon,yesterday,,Nobody',
];

test('enquiries are made of an export of a help desk, with their past, and bad ones are told by their headings', async (t) => {
  const { scope, run, reported } = await folderWith(t, 'enquiries', enquiryLines);
  const { exitCode, stdout, stderr } = await run();
  assert.equal(exitCode, 0, stderr);
  assert.match(stdout, /^3 rows: 2 created, 0 updated, 0 already there, 1 bad\./);
  assert.match(
    stderr,
    /T1 +2025-03-31T08:00 +Ada Lee +ada@example\.com +Desk +resolved +2025-04-01T10:00 +medium/,
  );
  const second = await getEnquiry(scope, 'ENQ-000002');
  assert.deepEqual([second.status.key, second.priority, second.externalId], ['pending', 'urgent', 'T2']);
  const [, bad] = reported();
  assert.match(
    bad!,
    /^4,bad,"Priority: ""soon"" must be low, medium, high or urgent\. Created at: ""yesterday"" must be/,
  );
  assert.match(bad!, /Requester email: ""cem\(at\)example\.com"" must be an email address/);
  assert.match(bad!, /Assignee: ""Nobody"" names no member of staff\./);
  const { created, updated, alreadyThere } = JSON.parse((await run('--json')).stdout);
  assert.deepEqual({ created, updated, alreadyThere }, { created: 0, updated: 0, alreadyThere: 2 });
});

test('rows that share an id are bad, each of them: the file again changes nothing', async (t) => {
  const { run, reported } = await folderWith(t, 'enquiries', [
    'Ticket ID,Email,Subject',
    'T1,ada@example.com,First',
    'T1,ada@example.com,Second',
    'T2,ada@example.com,Third',
  ]);
  assert.match((await run()).stdout, /^3 rows: 1 created, 0 updated, 0 already there, 2 bad\./);
  assert.match((await run()).stdout, /^3 rows: 0 created, 0 updated, 1 already there, 2 bad\./);
  assert.match(reported()[2]!, /^3,bad,"Ticket ID: ""T1"" stands in several rows of the file\."/);
});

test('a list that does not say who asked is refused with advice', async (t) => {
  const { run } = await folderWith(t, 'enquiries', ['Subject,Created', 'Hi,2025-03-31']);
  const { exitCode, stderr } = await run();
  assert.equal(exitCode, 1);
  assert.match(stderr, /^Error: No heading names who asked .*--map "Heading=email"/);
});
