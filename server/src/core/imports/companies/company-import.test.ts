// Importing companies: what is made of rows, who is a member, and what a second run changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany, getCompany, updateCompany } from '#core/companies/companies.ts';
import type { Company } from '#core/companies/company.ts';
import { createCustomer } from '#core/customers/customers.ts';
import { importCompanies, previewCompanyImport } from '#core/imports/companies/company-import.ts';
import type { CompanyRow, CompanyRowInput } from '#core/imports/companies/company-row.ts';
import type { RowOutcome } from '#core/imports/import-row.ts';
import { mergeCustomer } from '#core/people/merging.ts';
import type { Scope } from '#core/scope.ts';
import { makeOrganization, world } from '#test/world.ts';

type Outcome = RowOutcome<CompanyRow, Company>;

const rowsOf = (inputs: CompanyRowInput[]): CompanyRow[] =>
  inputs.map((input, place) => ({ line: place + 2, input, problems: [] }));

async function gathered(batches: AsyncIterable<Outcome[]>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for await (const batch of batches) outcomes.push(...batch);
  return outcomes;
}

const runImport = (scope: Scope, inputs: CompanyRowInput[]) =>
  gathered(importCompanies(scope, rowsOf(inputs)));
const resultsOf = (outcomes: Outcome[]) => outcomes.map(({ result }) => result);
const problemsOf = (outcome: Outcome | undefined) =>
  outcome?.result === 'bad' ? outcome.problems.map(({ path, message }) => `${path}: ${message}`) : [];

function recordOf(outcome: Outcome | undefined): Company {
  assert(outcome && 'record' in outcome, JSON.stringify(outcome));
  return outcome.record;
}

const house = async () => makeOrganization(await world());

const eventsOf = (scope: Scope, id: string) =>
  scope.read(
    (tx) => tx<{ type: string; data: object }[]>`
      select type, data from events where organization_id = ${tx.organizationId} and record_id = ${id} order by position
    `,
  );

test('an imported company is what the Admin API shows of it, with its members and domains', async () => {
  const { scope, admin } = await house();
  const ada = await createCustomer(scope, { customerNumber: 'M-1001' });
  const ben = await createCustomer(scope, { emails: [{ address: 'ben@acme.example' }] });
  const [outcome] = await runImport(scope, [
    {
      externalId: 'A-1',
      name: 'Acme',
      legalName: 'Acme GmbH',
      emails: ['Office@acme.example'],
      phones: ['040 123456'],
      domains: ['ACME.example'],
      website: 'https://acme.example',
      vatNumber: 'DE1',
      billingAddress: { line1: 'Street 1', country: 'de' },
      currency: 'eur',
      paymentTermsDays: 14,
      primaryCustomer: 'Ben@acme.example',
      members: ['M-1001'],
      customFields: { budget: '9' },
    },
  ]);
  const company = await getCompany(scope, recordOf(outcome).id);
  assert.deepEqual(company, recordOf(outcome));
  assert.deepEqual(
    company.members.map(({ customerId, role }) => [customerId, role]),
    [
      [ada.id, 'member'],
      [ben.id, 'member'],
    ],
  );
  assert.deepEqual(
    [company.primaryCustomerId, company.source, company.domains],
    [ben.id, 'import', ['acme.example']],
  );
  const [event, second] = await eventsOf(scope, company.id);
  assert.deepEqual([event!.type, second], ['company.created', undefined]);
  assert.deepEqual(event!.data, (await admin.get(`/companies/${company.id}`)).body.data);
});

test('the same file again changes nothing, also what staff have changed since; a changed row changes its company', async () => {
  const { scope } = await house();
  const ada = await createCustomer(scope, { customerNumber: 'M-1001' });
  const rows: CompanyRowInput[] = [{ externalId: '1', name: 'One', industry: 'Retail' }, { name: 'No id' }];
  const [one] = (await runImport(scope, rows)).map(recordOf);
  await updateCompany(scope, one!.id, {
    industry: 'Banking',
    members: [{ customerId: ada.id, role: 'owner' }],
  });
  assert.deepEqual(resultsOf(await runImport(scope, rows)), ['already_there', 'already_there']);
  assert.equal((await getCompany(scope, one!.id)).industry, 'Banking');

  const changed = [{ externalId: '1', name: 'One Ltd', members: ['M-1001'] }];
  assert.deepEqual(resultsOf(await runImport(scope, changed)), ['updated']);
  assert.deepEqual(resultsOf(await runImport(scope, changed)), ['already_there']);
  const after = await getCompany(scope, one!.id);
  assert.deepEqual([after.name, after.industry, after.members[0]?.role], ['One Ltd', 'Banking', 'owner']);
  assert.deepEqual(
    (await eventsOf(scope, one!.id)).map(({ type }) => type),
    ['company.created', 'company.updated', 'company.updated'],
  );
});

test('a company that a program made is found by its external id, and one that is as the row says is left alone', async () => {
  const { scope } = await house();
  const known = await createCompany(scope, { name: 'Known', externalId: 'K' });
  assert.deepEqual(resultsOf(await runImport(scope, [{ externalId: 'K', name: 'Known' }])), [
    'already_there',
  ]);
  assert.equal((await getCompany(scope, known.id)).version, 1);
});

test('what is wrong is told by the field that says it, and stops no other', async () => {
  const { scope } = await house();
  await createCompany(scope, { name: 'Holder', domains: ['taken.example'] });
  const wrong: [CompanyRowInput, RegExp][] = [
    [{ name: '' }, /^name: must not be empty\.$/],
    [{ name: 'x'.repeat(201) }, /^name: must have at most 200 characters/],
    [{ name: 'A', domains: ['taken.example'] }, /^domains\[0\]: belongs to company COM-000001\.$/],
    [{ name: 'B', domains: ['twice.example'] }, /^domains\[0\]: belongs to line 2 of this file\.$/],
    [{ name: 'C', emails: ['nobody'] }, /^emails\[0\]\.address: must be an email address/],
    [{ name: 'D', currency: 'XXQ' }, /^currency: must be a currency/],
    [{ name: 'E', paymentTermsDays: 400 }, /^paymentTermsDays: must be a whole number from 0 to 365\.$/],
    [
      { name: 'F', members: ['M-9'] },
      /^members\[0\]: is the number of no customer\. Import the customers first\.$/,
    ],
    [{ name: 'G', primaryCustomer: 'x@y.example' }, /^primaryCustomer: is the email of no customer/],
    [
      { name: 'H', billingAddress: { country: 'Atlantis' } },
      /^billingAddress\.country: must be a two-letter/,
    ],
  ];
  const outcomes = await runImport(scope, [
    { name: 'Good', domains: ['twice.example'] },
    ...wrong.map(([input]) => input),
    { name: 'Good too' },
  ]);
  for (const [place, [, sentence]] of wrong.entries()) {
    assert.match(problemsOf(outcomes[place + 1])[0] ?? 'nothing', sentence);
  }
  assert.equal(outcomes.filter(({ result }) => result === 'created').length, 2);
});

test('the number of a merged customer makes a member of whoever they were merged into', async () => {
  const { scope } = await house();
  const survivor = await createCustomer(scope, { customerNumber: 'M-1001' });
  await createCustomer(scope, { customerNumber: 'M-1002' });
  await mergeCustomer(scope, survivor.id, 'M-1002');
  const [made] = await runImport(scope, [{ name: 'Acme', members: ['M-1002', 'M-1001'] }]);
  assert.deepEqual(
    recordOf(made).members.map(({ customerId }) => customerId),
    [survivor.id],
  );
});

test('two runs at once make each company once, and a preview tells what a run would', async () => {
  const { scope } = await house();
  const inputs = Array.from({ length: 150 }, (_, index) => ({
    ...(index % 2 ? { externalId: `C-${index}` } : {}),
    name: `Company ${index}`,
    domains: [`company${index}.example`],
  }));
  const previewed = await gathered(previewCompanyImport(scope, rowsOf([...inputs, inputs[0]!, inputs[1]!])));
  assert.equal(resultsOf(previewed).filter((result) => result === 'created').length, 150);
  assert.deepEqual(resultsOf(previewed).slice(-2), ['already_there', 'already_there']);
  const runs = await Promise.all([runImport(scope, inputs), runImport(scope, inputs)]);
  const results = runs.flatMap(resultsOf);
  assert.equal(results.filter((result) => result === 'created').length, 150);
  assert.equal(results.filter((result) => result === 'already_there').length, 150);
  const changed = inputs.map((input) => ({ ...input, industry: 'Retail' }));
  const changes = await gathered(
    previewCompanyImport(scope, rowsOf(changed.filter(({ externalId }) => externalId))),
  );
  assert.deepEqual(new Set(resultsOf(changes)), new Set(['updated']));
});
