// Importing enquiries: what is made of rows, which moments they keep, who asked, and what a second run changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCustomer, getCustomer } from '#core/customers/customers.ts';
import { getEnquiry, updateEnquiry } from '#core/enquiries/enquiries.ts';
import type { Enquiry } from '#core/enquiries/enquiry.ts';
import { setEnquirySettings } from '#core/enquiries/settings/enquiry-metadata.ts';
import { importEnquiries, previewEnquiryImport } from '#core/imports/enquiries/enquiry-import.ts';
import type { EnquiryRow, EnquiryRowInput } from '#core/imports/enquiries/enquiry-row.ts';
import type { RowOutcome } from '#core/imports/import-row.ts';
import { mergeCustomer } from '#core/people/merging.ts';
import type { Scope } from '#core/scope.ts';
import { createStaffMember } from '#core/staff/staff.ts';
import { makeOrganization, world } from '#test/world.ts';

type Outcome = RowOutcome<EnquiryRow, Enquiry>;

const rowsOf = (inputs: EnquiryRowInput[]): EnquiryRow[] =>
  inputs.map((input, place) => ({ line: place + 2, input, problems: [] }));

async function gathered(batches: AsyncIterable<Outcome[]>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for await (const batch of batches) outcomes.push(...batch);
  return outcomes;
}

const runImport = (scope: Scope, inputs: EnquiryRowInput[]) =>
  gathered(importEnquiries(scope, rowsOf(inputs)));
const resultsOf = (outcomes: Outcome[]) => outcomes.map(({ result }) => result);
const problemsOf = (outcome: Outcome | undefined) =>
  outcome?.result === 'bad' ? outcome.problems.map(({ path, message }) => `${path}: ${message}`) : [];

function recordOf(outcome: Outcome | undefined): Enquiry {
  assert(outcome && 'record' in outcome, JSON.stringify(outcome));
  return outcome.record;
}

const house = async () => makeOrganization(await world());
const ask: EnquiryRowInput = { email: 'ada@example.com', message: 'How much is a desk?' };
const may = (day: number, time = '10:00') => ({ date: `2025-05-0${day}`, time });

const eventsOf = (scope: Scope, id: string) =>
  scope.read(
    (tx) => tx<{ type: string; data: object }[]>`
      select type, data from events where organization_id = ${tx.organizationId} and record_id = ${id} order by position
    `,
  );

test('an imported enquiry is what the Admin API shows of it, with the moments of its past; nothing is mailed', async () => {
  const { scope, admin } = await house();
  const staff = await createStaffMember(scope, { firstName: 'Sam', lastName: 'Reception' });
  const [outcome] = await runImport(scope, [
    {
      ...ask,
      externalId: 'T-1',
      name: 'Ada Lee',
      subject: 'Desk',
      status: 'Resolved',
      priority: 'high',
      type: 'Sales',
      createdAt: may(1),
      firstResponseAt: may(2),
      resolvedAt: may(3),
      staff: ['sam reception'],
    },
  ]);
  const enquiry = await getEnquiry(scope, recordOf(outcome).id);
  assert.deepEqual(enquiry, recordOf(outcome));
  assert.deepEqual(
    [enquiry.createdAt, enquiry.firstResponseAt, enquiry.resolvedAt].map((moment) => moment?.toISOString()),
    ['2025-05-01T08:00:00.000Z', '2025-05-02T08:00:00.000Z', '2025-05-03T08:00:00.000Z'],
  );
  assert.deepEqual(
    [enquiry.status.key, enquiry.type.key, enquiry.source, enquiry.staff],
    ['resolved', 'sales', 'import', [{ id: staff.id, name: staff.name }]],
  );
  const ada = await getCustomer(scope, 'ada@example.com');
  assert.deepEqual([ada.firstName, ada.lastName, ada.isGuest, ada.source], ['Ada', 'Lee', true, 'import']);
  const [event, second] = await eventsOf(scope, enquiry.id);
  assert.deepEqual([event!.type, second], ['enquiry.created', undefined]);
  assert.deepEqual(event!.data, (await admin.get(`/enquiries/${enquiry.id}`)).body.data);
  const mails = await scope.read(
    (tx) => tx`select from outgoing_mails where organization_id = ${tx.organizationId}`,
  );
  assert.equal(mails.length, 0);
});

test('a status follows from the moments, and moments that are not told from the status', async () => {
  const { scope } = await house();
  const outcomes = await runImport(scope, [
    { ...ask, createdAt: may(1), resolvedAt: may(2) },
    { ...ask, createdAt: may(1), resolvedAt: may(2), closedAt: may(3) },
    { ...ask, createdAt: may(2), status: 'closed' },
    { ...ask, createdAt: may(3) },
  ]);
  const told = outcomes
    .map(recordOf)
    .map(({ status, resolvedAt, closedAt }) => [
      status.category,
      resolvedAt?.toISOString().slice(0, 10),
      closedAt?.toISOString().slice(0, 10),
    ]);
  assert.deepEqual(told, [
    ['resolved', '2025-05-02', undefined],
    ['closed', '2025-05-02', '2025-05-03'],
    ['closed', undefined, '2025-05-02'],
    ['new', undefined, undefined],
  ]);
});

test('senders are found by number, a merged one’s too, or by email, and made once as guests', async () => {
  const { scope } = await house();
  const known = await createCustomer(scope, {
    customerNumber: 'M-1001',
    emails: [{ address: 'known@example.com' }],
  });
  await createCustomer(scope, { customerNumber: 'M-1002' });
  await mergeCustomer(scope, known.id, 'M-1002');
  const message = 'Hello';
  const outcomes = await runImport(scope, [
    { customerNumber: 'M-1001', message },
    { customerNumber: 'M-1002', message },
    { email: 'KNOWN@example.com', message: 'Again' },
    { email: 'new@example.com', message: '1' },
    { email: 'New@example.com', message: '2' },
  ]);
  const enquiries = outcomes.map(recordOf);
  assert.deepEqual(new Set(enquiries.slice(0, 3).map(({ customerId }) => customerId)), new Set([known.id]));
  assert.deepEqual(
    enquiries.slice(0, 3).map(({ email }) => email),
    Array(3).fill('known@example.com'),
  );
  assert.equal(enquiries[3]!.customerId, enquiries[4]!.customerId);
});

test('the same file again changes nothing, also what staff have changed since; a changed row changes its enquiry', async () => {
  const { scope } = await house();
  const rows = [
    { ...ask, externalId: '1', createdAt: may(1) },
    { ...ask, message: 'No id' },
  ];
  const [first] = (await runImport(scope, rows)).map(recordOf);
  await updateEnquiry(scope, first!.id, { priority: 'urgent', status: 'open' });
  assert.deepEqual(resultsOf(await runImport(scope, rows)), ['already_there', 'already_there']);
  assert.deepEqual((await getEnquiry(scope, first!.id)).status.key, 'open');

  const changed = [{ ...rows[0]!, status: 'resolved', resolvedAt: may(4) }];
  assert.deepEqual(resultsOf(await gathered(previewEnquiryImport(scope, rowsOf(changed)))), ['updated']);
  assert.deepEqual(resultsOf(await runImport(scope, changed)), ['updated']);
  assert.deepEqual(resultsOf(await runImport(scope, changed)), ['already_there']);
  const after = await getEnquiry(scope, first!.id);
  assert.deepEqual(
    [after.status.key, after.priority, after.resolvedAt?.toISOString()],
    ['resolved', 'urgent', '2025-05-04T08:00:00.000Z'],
  );
  assert.deepEqual(
    (await eventsOf(scope, first!.id)).map(({ type }) => type),
    ['enquiry.created', 'enquiry.updated', 'enquiry.resolved'],
  );
});

test('what is wrong is told by the field that says it, and stops no other', async () => {
  const { scope } = await house();
  await createCustomer(scope, { customerNumber: 'M-1001' });
  await setEnquirySettings(scope, { lostReasons: ['Price'] });
  const wrong: [EnquiryRowInput, RegExp][] = [
    [{ message: 'x' }, /^email: is needed, or the number of a customer\.$/],
    [{ email: 'a@x.example' }, /^message: or subject is needed\.$/],
    [{ ...ask, email: 'nobody' }, /^email: must be an email address/],
    [{ ...ask, customerNumber: 'M-9' }, /^customerNumber: is the number of no customer/],
    [{ customerNumber: 'M-1001', message: 'x' }, /^email: is needed: the customer has none\.$/],
    [{ ...ask, status: 'limbo' }, /^status: must be one of new, open, pending, resolved, closed\.$/],
    [
      { ...ask, status: 'open', createdAt: may(1), resolvedAt: may(3) },
      /^resolvedAt: must be empty while the enquiry is open\.$/,
    ],
    [
      { ...ask, createdAt: may(3), resolvedAt: may(2) },
      /^resolvedAt: must not be before the enquiry was made\.$/,
    ],
    [{ ...ask, createdAt: { date: '2150-01-01' } }, /^createdAt: must not be in the future\.$/],
    [{ ...ask, type: 'gossip' }, /^type: must be one of general, /],
    [{ ...ask, staff: ['Nobody'] }, /^staff\[0\]: names no member of staff\.$/],
    [{ ...ask, lostReason: 'Weather' }, /^lostReason: must be one of Price\.$/],
  ];
  const outcomes = await runImport(scope, [
    ask,
    ...wrong.map(([input]) => input),
    { ...ask, message: 'Last' },
  ]);
  for (const [place, [, sentence]] of wrong.entries()) {
    assert.match(problemsOf(outcomes[place + 1])[0] ?? 'nothing', sentence);
  }
  assert.equal(outcomes.filter(({ result }) => result === 'created').length, 2);
});

test('two runs at once make each enquiry and each guest once', async () => {
  const { scope } = await house();
  const inputs = Array.from({ length: 150 }, (_, index) => ({
    ...(index % 2 ? { externalId: `T-${index}` } : {}),
    email: `c${index % 40}@example.com`,
    message: `Question ${index}`,
  }));
  const runs = await Promise.all([runImport(scope, inputs), runImport(scope, inputs)]);
  const results = runs.flatMap(resultsOf);
  assert.equal(results.filter((result) => result === 'created').length, 150);
  assert.equal(results.filter((result) => result === 'already_there').length, 150);
});
