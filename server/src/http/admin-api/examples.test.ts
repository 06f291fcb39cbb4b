// The examples of the area's document, sent to a listening server: what the reference page shows is what happens, and
// what changes something is in the audit log.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { permissions } from '#core/api-keys/api-key.ts';
import { createCustomerParameter } from '#core/customer-parameters/customer-parameters.ts';
import { publishDueEvents } from '#core/webhooks/publishing.ts';
import { customerMergeExample, listedCustomerExamples } from '#http/admin-api/customers/customer-examples.ts';
import { customerParameterExamples } from '#http/admin-api/customers/customer-parameter-view.ts';
import { serviceExample } from '#http/admin-api/places/place-examples.ts';
import { type ApiDocument, type Operation, type Response, resolve } from '#http/wire/document/open-api.ts';
import {
  creditedFirst,
  enquiryStory,
  exampleDays,
  housekeeping,
  lookedAfter,
  mergeStory,
  shortened,
  taskStory,
} from '#test/admin-story.ts';
import { askAs } from '#test/ask.ts';
import { shortenDay } from '#test/bookable.ts';
import { addressOf } from '#test/listening.ts';
import { type SampleLanguage, sampleLanguages } from '#test/samples.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

let shared: World;
let address: string;
let document: ApiDocument;
/** Operations that are not for reading alone. */
let writing: Set<string>;

before(async () => {
  shared = await world();
  address = await addressOf(shared);
  document = shared.app.describedAreas.find(({ name }) => name === 'admin-api')!.document();
  const methods = Object.values(document.paths).flatMap((path) => Object.entries(path));
  writing = new Set(methods.filter(([method]) => method !== 'get').map(([, { operationId }]) => operationId));
});

/** Samples that write and leave no entry in the audit log, each with its reason. */
const unaudited: Record<string, string> = {
  createHold: 'kept for ten minutes (G-181)',
  deleteHold: 'the same',
  replayDelivery: 'sends once more what happened; no record changes (G-181)',
  replayEvents: 'the same',
  receiveMail: 'answers no enquiry of the story, so it is ignored',
  enableSubscription: 'has not ended in the story, so nothing changes',
};

for (const language of sampleLanguages) {
  const { label, skip } = language;
  test(
    `every ${label} sample runs as it stands, gets the documented answer and leaves a trace of what it changes`,
    { skip },
    () => runSamples(language),
  );
}

/** A house, and what its server made that examples have other values of. */
interface Visit {
  house: TestOrganization;
  apiKey: string;
  /** From the example's value to the real one: ids and tokens. */
  made: Map<string, string>;
}

/**
 * Runs the samples of one language in an organization of their own, in the order of the story that examples tell:
 * somebody subscribes, the first customer comes, others come, something changes, the subscription ends.
 */
async function runSamples(language: SampleLanguage): Promise<void> {
  const house = await makeOrganization(shared, { name: 'Harbour House' });
  const visit: Visit = { house, apiKey: await house.keyFor(), made: realDays() };
  const left = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]));
  const runNext = async (operationId: string) => {
    await runSample(left.get(operationId)!, language, visit);
    left.delete(operationId);
  };
  for (const operationId of ['createSubscription', 'createCustomer', 'listAuditEntries'])
    await runNext(operationId);
  await publish();
  for (const operationId of lookedAfter) await runNext(operationId);
  await makeOthers(house);
  await publish();
  for (const operationId of [
    'listCustomers',
    'createOrder',
    'listOrders',
    'getOrder',
    'deleteOrder',
    'restoreOrder',
  ])
    await runNext(operationId);
  for (const operationId of [...enquiryStory, ...housekeeping, ...creditedFirst, ...taskStory]) {
    if (operationId === 'deleteServiceCategory') await leaveCategory(visit);
    if (operationId === 'listAvailability') await shortenDay(house.scope, visit.made, '2026-04-12');
    await runNext(operationId);
  }
  const last = [
    'reverseStoreCredit',
    'updateCompany',
    'updateCustomer',
    ...mergeStory,
    'eraseCustomer',
    'deleteSubscription',
    'endSubscription',
  ];
  for (const operationId of left.keys()) if (!last.includes(operationId)) await runNext(operationId);
  await makeDouble(visit);
  for (const operationId of last) await runNext(operationId);
}

/** The customer who turns out to be another one. */
async function makeDouble({ house, made }: Visit): Promise<void> {
  const { mergedCustomerId, mergedCustomerNumber: customerNumber } = customerMergeExample;
  const { status, body } = await house.admin.post('/customers', { customerNumber });
  assert.equal(status, 201);
  made.set(mergedCustomerId, body.data.id);
}

/** A real Wednesday, three to nine days ahead, and the days after it, in place of those of the examples. */
function realDays(): Map<string, string> {
  const today = shared.clock.now();
  const ahead = 3 + ((3 - (today.getUTCDay() + 3) + 7) % 7);
  return new Map(
    Object.entries(exampleDays).map(([shown, later]) => {
      const day = new Date(today.getTime() + (ahead + later) * 24 * 3_600_000);
      return [shown, day.toISOString().slice(0, 10)];
    }),
  );
}

/** What was booked stays as an archived service, and a category goes only when nothing stands under it. */
async function leaveCategory({ house, made }: Visit): Promise<void> {
  const { status } = await house.admin.patch(`/services/${made.get(serviceExample.id)}`, { categoryId: '' });
  assert.equal(status, 200);
}

function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

async function publish(): Promise<void> {
  while ((await publishDueEvents(shared.parts.db, shared.clock)) > 0);
}

async function runSample(operation: Operation, { label, run }: SampleLanguage, visit: Visit): Promise<void> {
  const { operationId } = operation;
  const sample = operation['x-codeSamples']?.find((one) => one.label === label);
  assert.ok(sample, `${operationId} has no sample in ${label}`);
  let source = sample.source.replaceAll(shared.config.urls.public, address);
  for (const [shown, real] of visit.made) source = source.replaceAll(shown, real);
  const entriesBefore = await countAuditEntries(visit);
  const { status, body } = await run(source, { variable: 'FRONTDESK_API_KEY', value: visit.apiKey });
  const { expected, example } = documented(operation);
  assert.equal(String(status), expected, `${operationId}: ${JSON.stringify(body)}`);
  if (!shortened.includes(operationId)) {
    assert.deepEqual(comparable(body, visit), comparable(example, visit), `${operationId} answers otherwise`);
  }
  const isAudited = (await countAuditEntries(visit)) > entriesBefore;
  assert.equal(
    isAudited,
    writing.has(operationId) && !(operationId in unaudited),
    `${operationId} in the audit log`,
  );
  if (expected === '201') rememberMade(example as Answer, body as Answer, visit);
  if (operationId === 'listDeliveries') rememberMade(firstOf(example), firstOf(body), visit);
}

async function countAuditEntries({ house: { organization } }: Visit): Promise<number> {
  const [row] = await shared.parts.db.read(
    organization.id,
    (tx) => tx<{ count: number }[]>`
      select count(*)::integer as count from audit_entries where organization_id = ${tx.organizationId}
    `,
  );
  return row!.count;
}

function documented({ operationId, responses }: Operation): { expected: string; example: unknown } {
  const [expected, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  assert.ok(expected && answer, `${operationId} succeeds in no way`);
  const { content } = resolve<Response>(document, answer);
  return { expected, example: content?.['application/json']?.example };
}

/** An answer with the first of a page alone. */
function firstOf(page: unknown): Answer {
  return { data: (page as { data: Answer['data'][] }).data[0]! };
}

interface Answer {
  data: Record<string, unknown>;
}

function rememberMade({ data: shown }: Answer, { data: real }: Answer, { made }: Visit): void {
  for (const [name, value] of Object.entries(shown)) {
    if (typeof value === 'string' && value !== real[name]) made.set(value, String(real[name]));
  }
}

/** The customers that came after the first, and the house's own parameter. */
async function makeOthers({ admin, scope }: TestOrganization): Promise<void> {
  for (const { firstName, lastName, emails } of listedCustomerExamples.toReversed()) {
    assert.equal((await admin.post('/customers', { firstName, lastName, emails })).status, 201);
  }
  const { id: _id, ...parameter } = customerParameterExamples.at(-1)!;
  await createCustomerParameter(scope, parameter);
}

/** An answer without what differs from one server, one moment and one house to the next. */
function comparable(body: unknown, { house }: Visit): unknown {
  const text = JSON.stringify(body ?? null)
    .replaceAll(house.organization.slug, 'harbour-house')
    .replaceAll('"Test key"', '"Website"')
    .replace(/"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"<id>"')
    .replace(/"evt_[0-9a-f]{32}"/g, '"<event id>"')
    .replace(/"fdu_\w{58}"/g, '"<token>"')
    .replace(/"whsec_[\w+/]{43}="/g, '"<secret>"')
    .replace(/"whpk_[\w+/]{43}="/g, '"<key>"')
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"')
    .replace(/"\d{4}-\d\d-\d\d"/g, '"<date>"')
    .replace(/"confirmationCode":"\w{8}"/g, '"confirmationCode":"<code>"')
    .replace(/"http[^"]*\?bookingId=[^"]*"/g, '"<ticket>"')
    .replace(/:1[5-9]\d{11}\b/g, ':"<ms>"')
    .replace(/"nextCursor":"[\w-]{22}"/g, '"nextCursor":"<cursor>"');
  return JSON.parse(text);
}

test('the verification that is shown accepts what the server signs, and nothing else', async () => {
  const [, source] = /```javascript\n(.*?)```/s.exec(document.info.description)!;
  const { isFromFrontdesk } = await import(`data:text/javascript,${encodeURIComponent(source!)}`);
  const { publicKey } = (await askAs(shared.app).get('/webhook-signing-key')).body.data;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = await shared.parts.platform.tools.webhookSigner.sign(`evt_1.${timestamp}.{"a":1}`);
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,other v1a,${signature}`,
  };
  assert.equal(isFromFrontdesk(publicKey, headers, '{"a":1}'), true);
  assert.equal(isFromFrontdesk(publicKey, headers, '{"a":2}'), false);
  const late = { ...headers, 'webhook-timestamp': String(Number(timestamp) - 301) };
  assert.equal(isFromFrontdesk(publicKey, late, '{"a":1}'), false);
});

test('the examples of failures are what the server answers', async () => {
  const { admin } = await makeOrganization(shared);
  const { id } = (await admin.post('/customers', {}, { 'idempotency-key': 'once' })).body.data;
  await admin.patch(`/customers/${id}`, { firstName: 'Ann' });
  const answers = {
    invalid_field: admin.post('/customers', { emails: [{ address: 'jane' }] }),
    invalid_cursor: admin.get('/customers?cursor=abc'),
    token_missing: askAs(shared.app).get('/account'),
    api_key_invalid: askAs(shared.app, 'fdk_none').get('/account'),
    not_found: admin.get('/customers/CUST-999999'),
    version_conflict: admin.patch(`/customers/${id}`, { firstName: 'Bo', version: 1 }),
    idempotency_key_reused: admin.post('/customers', { firstName: 'Bo' }, { 'idempotency-key': 'once' }),
  };
  const examples = Object.values(document.components.responses).flatMap(failureExamples);
  for (const [code, answer] of Object.entries(answers)) {
    const { error, details } = (await answer).body;
    const example = examples.find((one) => one.code === code);
    assert.deepEqual({ error, details }, { error: example?.error, details: example?.details }, code);
  }
});

test('the example of 403 is what a key without the permission is answered', async () => {
  const { keyFor } = await makeOrganization(shared);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { responses, security }] of Object.entries(methods)) {
      const [permission] = security?.[0]?.apiKey ?? [];
      assert.equal('403' in responses, permission !== undefined, `${method} ${path}`);
      if (permission === undefined) continue;
      const [example] = failureExamples(responses['403'] as Response);
      const others = permissions.filter((one) => one !== permission);
      const { body } = await askAs(shared.app, await keyFor(others))[method as 'get'](
        path.replace(/[{}]/g, ''),
      );
      assert.equal(body.error, example?.error);
    }
  }
});

function failureExamples({ content }: Response): { code: string; error: string; details?: unknown }[] {
  const { example, examples } = content!['application/json']!;
  const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
  return values as { code: string; error: string }[];
}
