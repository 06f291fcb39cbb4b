// Importing customers: what is made of rows, who is passed over, and what a stop in the middle leaves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCustomerParameter } from '#core/customer-parameters/customer-parameters.ts';
import type { Customer } from '#core/customers/customer.ts';
import { createCustomer, getCustomer } from '#core/customers/customers.ts';
import { importCustomers, previewCustomerImport } from '#core/imports/customers/customer-import.ts';
import type { CustomerRow } from '#core/imports/customers/customer-import-row.ts';
import type { RowOutcome as AnyOutcome } from '#core/imports/import-row.ts';
import type { Scope } from '#core/scope.ts';
import { makeOrganization, world } from '#test/world.ts';

type Input = CustomerRow['input'];
type RowOutcome = AnyOutcome<CustomerRow, Customer>;

const rowsOf = (inputs: Input[], firstLine = 2): CustomerRow[] =>
  inputs.map((input, place) => ({ line: firstLine + place, input, problems: [] }));

async function runImport(scope: Scope, inputs: Input[], isReserved?: (number: string) => boolean) {
  const outcomes: RowOutcome[] = [];
  for await (const batch of importCustomers(scope, rowsOf(inputs), { isReserved })) outcomes.push(...batch);
  return outcomes;
}

const resultsOf = (outcomes: RowOutcome[]) => outcomes.map(({ result }) => result);
const countCustomers = (scope: Scope) =>
  scope.read(async (tx) => {
    const [row] = await tx<{ count: number }[]>`
      select count(*) from customers where organization_id = ${tx.organizationId}
    `;
    return row!.count;
  });
const numberOf = (outcome: RowOutcome) => (outcome.result === 'created' ? outcome.record.customerNumber : '');
const email = (address: string) => ({ emails: [{ address }] });

test('an imported customer is stored as a created one is, but for its source', async () => {
  const { scope } = await makeOrganization(await world());
  const parameter = await createCustomerParameter(scope, { name: 'Floor', type: 'number' });
  const input = (name: string): Input => ({
    firstName: ` ${name} `,
    lastName: 'Weiß',
    emails: [{ address: `${name}@Example.com` }, { address: `${name}2@example.com`, isPrimary: true }],
    phones: [{ number: '040 123456' }],
    status: 'inactive',
    marketingOptIn: true,
    parameterValues: { floor: 3 },
  });
  const [outcome] = await runImport(scope, [input('zoë')]);
  assert(outcome?.result === 'created');
  const created = await createCustomer(scope, input('mia'));
  const imported = await getCustomer(scope, outcome.record.id);
  assert.deepEqual(imported, outcome.record);
  const alike = ({ id, customerNumber, createdAt, updatedAt, ...rest }: typeof created) => rest;
  const renamed = JSON.parse(JSON.stringify(alike(created)).replaceAll('mia', 'zoë'));
  assert.deepEqual(JSON.parse(JSON.stringify(alike(imported))), { ...renamed, source: 'import' });
  assert.deepEqual(imported.parameterValues, { [parameter.id]: 3 });
  assert.equal(imported.firstActiveAt, undefined);
});

test('each imported customer has its event, as the Admin API shows the record', async () => {
  const { scope, admin } = await makeOrganization(await world());
  const outcomes = await runImport(scope, [
    { firstName: 'Ada', ...email('ada@example.com') },
    { lastName: 'Bo' },
  ]);
  const events = await scope.read(
    (tx) => tx<{ type: string; recordId: string; data: object }[]>`
      select type, record_id, data from events where organization_id = ${tx.organizationId} order by position
    `,
  );
  assert.deepEqual(
    events.map(({ type, recordId }) => [type, recordId]),
    outcomes.map((outcome) => ['customer.created', outcome.result === 'created' && outcome.record.id]),
  );
  const answer = await admin.get(`/customers/${events[0]!.recordId}`);
  assert.deepEqual(events[0]!.data, answer.body.data);
});

test('numbers that are not given are drawn in order, past those that are taken or that later rows give', async () => {
  const { scope } = await makeOrganization(await world());
  await createCustomer(scope, { customerNumber: 'CUST-000001' });
  await createCustomer(scope, { customerNumber: 'CUST-000002' });
  const given = new Set(['CUST-000004', 'CUST-000006']);
  const inputs = [{ firstName: 'A' }, { firstName: 'B' }, { firstName: 'C', customerNumber: 'CUST-000006' }];
  const outcomes = await runImport(scope, [...inputs, { firstName: 'D' }], (number) => given.has(number));
  assert.deepEqual(outcomes.map(numberOf), ['CUST-000003', 'CUST-000005', 'CUST-000006', 'CUST-000007']);
});

test('a second run makes nobody twice, changes nobody and says who is there', async () => {
  const { scope } = await makeOrganization(await world());
  const inputs: Input[] = [
    { firstName: 'Numbered', customerNumber: 'M-1001' },
    { firstName: 'Mailed', ...email('mailed@example.com') },
    { firstName: 'Neither' },
    { firstName: 'Neither' },
    { firstName: 'Called', phones: [{ number: '0170 1234567' }] },
  ];
  const first = await runImport(scope, inputs);
  assert.deepEqual(resultsOf(first), Array(5).fill('created'));
  const second = await runImport(scope, [...inputs, { firstName: 'Neither' }]);
  assert.deepEqual(resultsOf(second), [...Array(5).fill('already_there'), 'created']);
  const found = second.map((outcome) => outcome.result === 'already_there' && outcome.found);
  assert.deepEqual(found.slice(0, 2), [
    { by: 'customerNumber', value: 'M-1001', owner: { number: 'M-1001' } },
    { by: 'email', value: 'mailed@example.com', owner: { number: numberOf(first[1]!) } },
  ]);
  assert.deepEqual(found[2], { by: 'row', value: '', owner: { number: numberOf(first[2]!) } });
  assert.equal(await countCustomers(scope), 6);
});

test('a row without number and email is known by what it says, not by where it stands', async () => {
  const { scope } = await makeOrganization(await world());
  await runImport(scope, [{ firstName: 'A', lastName: 'B' }, { firstName: 'C' }]);
  const again = await runImport(scope, [{ firstName: 'C' }, { firstName: ' A', lastName: 'B ' }]);
  assert.deepEqual(resultsOf(again), ['already_there', 'already_there']);
});

test('of rows that share an email, a number tells people apart', async () => {
  const { scope } = await makeOrganization(await world());
  const shared = email('family@example.com');
  const outcomes = await runImport(scope, [
    { firstName: 'Ada', customerNumber: 'M-1001', ...shared },
    { firstName: 'Ben', customerNumber: 'M-1002', ...shared },
    { firstName: 'Cem', ...shared },
  ]);
  assert.deepEqual(resultsOf(outcomes), ['created', 'bad', 'already_there']);
  const [, ben, cem] = outcomes;
  assert(ben?.result === 'bad' && cem?.result === 'already_there');
  assert.deepEqual(ben.problems, [
    {
      path: 'emails[0].address',
      code: 'email_in_use',
      message: 'belongs to line 2 of this file, who has another customer number.',
    },
  ]);
  assert.deepEqual(cem.found.owner, { line: 2 });
});

test('bad rows are told with all that is wrong with them and stop no other', async () => {
  const { scope } = await makeOrganization(await world());
  const outcomes = await runImport(scope, [
    { firstName: 'Good' },
    { emails: [{ address: 'no address' }], phones: [{ number: 'call me' }] },
    { customerNumber: '17', firstName: 'x'.repeat(201) },
    { firstName: 'Nul\u0000l' },
    { marketingOptIn: true },
    { firstName: 'Unknown', parameterValues: { nothing: 1 } },
    { firstName: 'Good too' },
  ]);
  const problems = outcomes.map((outcome) => (outcome.result === 'bad' ? outcome.problems : []));
  assert.deepEqual(
    problems.map((list) => list.map(({ path }) => path)),
    [
      [],
      ['emails[0].address', 'phones[0].number'],
      ['customerNumber', 'firstName'],
      ['firstName'],
      [''],
      ['parameterValues.nothing'],
      [],
    ],
  );
  assert.equal(await countCustomers(scope), 2);
});

test('a row whose email is taken between the check and the write is told alone, and its neighbours are made', async () => {
  const { scope } = await makeOrganization(await world());
  // The first transaction that stores customers finds that somebody was faster.
  let isFirst = true;
  const raced: Scope = {
    ...scope,
    async write(work) {
      if (isFirst) {
        isFirst = false;
        await createCustomer(scope, { firstName: 'Faster', ...email('race@example.com') });
      }
      return scope.write(work);
    },
  };
  const outcomes = await runImport(raced, [
    { firstName: 'One', ...email('one@example.com') },
    { firstName: 'Slower', ...email('race@example.com') },
    { firstName: 'Two' },
  ]);
  assert.deepEqual(resultsOf(outcomes), ['created', 'already_there', 'created']);
  assert.equal(await countCustomers(scope), 3);
});

test('a row the database refuses is told alone, and its neighbours are made', async () => {
  const { scope } = await makeOrganization(await world());
  const refused: Scope = {
    ...scope,
    write: (work) =>
      scope.write(async (tx) => {
        const result = await work(tx);
        const [row] = await tx`
          select 1 from customers where organization_id = ${tx.organizationId} and first_name = 'Refused'
        `;
        if (row) await tx`select 'not a number'::integer`;
        return result;
      }),
  };
  const outcomes = await runImport(refused, [
    { firstName: 'One' },
    { firstName: 'Refused' },
    { firstName: 'Two' },
  ]);
  assert.deepEqual(resultsOf(outcomes), ['created', 'bad', 'created']);
  assert(outcomes[1]?.result === 'bad');
  assert.equal(outcomes[1].problems[0]!.message, 'The database refused the row (SQLSTATE 22P02).');
  assert.equal(await countCustomers(scope), 2);
});

test('what was told is stored when the caller stops, and a second run makes the rest', async () => {
  const { scope } = await makeOrganization(await world());
  const inputs = Array.from({ length: 450 }, (_, index) => ({ firstName: `Person ${index % 300}` }));
  let told = 0;
  for await (const outcomes of importCustomers(scope, rowsOf(inputs))) {
    told += outcomes.length;
    break;
  }
  assert(told > 0 && told < 450);
  assert.equal(await countCustomers(scope), told);
  const results = resultsOf(await runImport(scope, inputs));
  assert.equal(results.filter((result) => result === 'created').length, 450 - told);
  assert.equal(await countCustomers(scope), 450);
});

test('two runs of one file at the same time make each row a customer once', async () => {
  const { scope } = await makeOrganization(await world());
  const inputs = Array.from({ length: 300 }, (_, index): Input => {
    if (index % 3 === 0) return email(`p${index}@example.com`);
    return index % 3 === 1 ? { customerNumber: `M-${1000 + index}` } : { firstName: `Person ${index % 30}` };
  });
  const runs = await Promise.all([
    runImport(scope, inputs),
    runImport(scope, inputs),
    runImport(scope, inputs),
  ]);
  const results = runs.flatMap(resultsOf);
  assert.equal(results.filter((result) => result === 'created').length, 300);
  assert.equal(results.filter((result) => result === 'already_there').length, 600);
  assert.equal(await countCustomers(scope), 300);
});

test('a preview tells what a run would, across batches, and stores nothing', async () => {
  const { scope } = await makeOrganization(await world());
  await createCustomer(scope, email('there@example.com'));
  const many = Array.from({ length: 500 }, (_, index) => email(`p${index}@example.com`));
  const inputs = [
    email('there@example.com'),
    ...many,
    email('p0@example.com'),
    email('wrong'),
    { lastName: 'New' },
  ];
  const previewed: RowOutcome[] = [];
  for await (const batch of previewCustomerImport(scope, rowsOf(inputs))) previewed.push(...batch);
  assert.equal(await countCustomers(scope), 1);
  assert.deepEqual(resultsOf(previewed), resultsOf(await runImport(scope, inputs)));
});

test('the same rows in another organization are other people', async () => {
  const [here, there] = [await makeOrganization(await world()), await makeOrganization(await world())];
  const inputs = [{ firstName: 'Same' }, email('same@example.com'), { customerNumber: 'SAME-1' }];
  await runImport(here.scope, inputs);
  assert.deepEqual(resultsOf(await runImport(there.scope, inputs)), Array(3).fill('created'));
});
