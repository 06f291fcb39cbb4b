// What a call brings, whom it goes to, and that it can be verified.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, suite, type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createCustomer } from '#core/customers/customers.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { rotateSecret, showSecret } from '#core/webhooks/subscription-secrets.ts';
import { createSubscription, deleteSubscription } from '#core/webhooks/subscriptions.ts';
import { addressOf } from '#test/listening.ts';
import { startReceiver } from '#test/receiver.ts';
import { deliver, logOf, makeToldHouse, namesIn, publish } from '#test/webhooks.ts';
import { makeOrganization, openWorld, type World } from '#test/world.ts';

const hourMs = 3_600_000;

suite('webhook calls', () => {
  let world: World;

  before(async () => {
    world = await openWorld();
  });

  after(async () => {
    await world.app.close();
    await world.parts.close();
  });

  test('a new customer arrives as the record that GET returns, with everything a receiver needs', async (context) => {
    const { scope, admin, organization, receiver } = await makeToldHouse(world, context);
    const customer = await createCustomer(scope, {
      firstName: 'Ada',
      emails: [{ address: 'ada@example.com' }],
    });
    await deliver(world);
    const [call, ...others] = receiver.calls;
    assert.equal(others.length, 0);
    const { body } = await admin.get(`/customers/${customer.id}`);
    const { timestamp, ...sent } = JSON.parse(call!.body);
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(sent, {
      id: call!.headers['webhook-id'],
      type: 'customer.created',
      organizationId: organization.id,
      sequence: 1,
      apiVersion: 'v1',
      data: body.data,
    });
    assert.match(call!.headers['webhook-id']!, /^evt_[0-9a-f]{32}$/);
    assert.equal(call!.headers['content-type'], 'application/json');
    assert.match(call!.headers['user-agent']!, /^Frontdesk-Webhooks\//);
  });

  test('the call is signed with the subscription’s secret, and with both during a rotation', async (context) => {
    const { scope, receiver, subscription } = await makeToldHouse(world, context);
    world.clock.set(new Date());
    const secret = await showSecret(scope, subscription.id);
    await createCustomer(scope, { firstName: 'Ada' });
    await deliver(world);
    const { secret: later } = await rotateSecret(scope, subscription.id);
    await createCustomer(scope, { firstName: 'Bo' });
    await deliver(world);
    world.clock.advance(25 * hourMs);
    await createCustomer(scope, { firstName: 'Cy' });
    await deliver(world);
    const [before, during, afterwards] = receiver.calls;
    assert.match(secret, /^whsec_/);
    assert.notEqual(secret, later);
    new Webhook(secret).verify(before!.body, before!.headers);
    new Webhook(secret).verify(during!.body, during!.headers);
    new Webhook(later).verify(during!.body, during!.headers);
    assert.throws(() => new Webhook(later).verify(before!.body, before!.headers));
    assert.throws(() => new Webhook(secret).verify(`${during!.body} `, during!.headers));
    assert.equal(afterwards!.headers['webhook-signature']!.match(/v1,/g)!.length, 1);
    world.clock.set(new Date());
  });

  test('the call is signed with the key that the instance publishes', async (context) => {
    const { scope, admin, receiver } = await makeToldHouse(world, context);
    await createCustomer(scope, { firstName: 'Ada' });
    await deliver(world);
    const { data } = (await admin.get('/webhook-signing-key')).body;
    const x = Buffer.from(data.publicKey.slice('whpk_'.length), 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const { headers, body } = receiver.calls[0]!;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = /(?:^| )v1a,(\S+)/.exec(headers['webhook-signature']!)![1]!;
    assert.equal(verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64')), true);
    assert.equal(verify(null, Buffer.from(`${signed} `), key, Buffer.from(signature, 'base64')), false);
  });

  test('an ended subscription is not called any more, and its address can be used again', async (context) => {
    const { scope, receiver, subscription, unsubscribeToken } = await makeToldHouse(world, context);
    await createCustomer(scope, { firstName: 'Ada' });
    await publish(world);
    await deleteSubscription(scope, subscription.id, unsubscribeToken);
    await createCustomer(scope, { firstName: 'Bo' });
    await deliver(world);
    assert.equal(receiver.calls.length, 0);
    await createSubscription(scope, { event: 'customer.created', targetUrl: receiver.url });
    await createCustomer(scope, { firstName: 'Cy' });
    await deliver(world);
    assert.deepEqual(namesIn(receiver.calls), ['Cy']);
  });

  test('a subscription is told only of what it asked for, and only of what came after it', async (context) => {
    const { scope } = await makeOrganization(world);
    await createCustomer(scope, { firstName: 'Before' });
    const [customers, tasks] = [await startReceiver(context), await startReceiver(context)];
    await createSubscription(scope, { event: 'customer.created', targetUrl: customers.url });
    await createSubscription(scope, {
      event: 'task.created',
      events: ['order.created'],
      targetUrl: tasks.url,
    });
    await createCustomer(scope, { firstName: 'After' });
    await deliver(world);
    assert.deepEqual(namesIn(customers.calls), ['After']);
    assert.equal(tasks.calls.length, 0);
  });

  test('a receiver in another organization is told nothing', async (context) => {
    const { receiver } = await makeToldHouse(world, context);
    const { scope } = await makeOrganization(world);
    await createCustomer(scope, { firstName: 'Ada' });
    await deliver(world);
    assert.equal(receiver.calls.length, 0);
  });

  test('an event whose body is larger than 256 kB is not sent, and says so in the log', async (context) => {
    const house = await makeToldHouse(world, context);
    const { scope, receiver } = house;
    const customer = await createCustomer(scope, { firstName: 'Ada' });
    const event = eventOf(scope, 'customer.created', customer);
    const dataJson = JSON.stringify({ id: customer.id, note: 'x'.repeat(260 * 1024) });
    await scope.write((tx) => recordEvent(tx, scope, { ...event, dataJson }));
    await deliver(world);
    assert.equal(receiver.calls.length, 1);
    const large = (await logOf(house)).find(({ failureReason }) => failureReason);
    assert.deepEqual([large!.status, large!.failureReason], ['failed', 'event_too_large']);
  });

  test('the receiver shown in the documentation takes our calls and refuses others', async (context) => {
    world.clock.set(new Date());
    const { scope } = await makeOrganization(world);
    const receiver = await startDocumentedReceiver(context);
    await createSubscription(scope, { event: 'customer.created', targetUrl: receiver.url });
    await createCustomer(scope, { firstName: 'Mara', lastName: 'Lindqvist' });
    await deliver(world);
    assert.equal(await receiver.nextLine(), 'customer.created Mara Lindqvist');
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1a,${await scope.tools.webhookSigner.sign('something else')}`,
    };
    const forged = await fetch(receiver.url, { method: 'POST', headers, body: '{}' });
    assert.equal(forged.status, 401);
  });

  /** Runs docs/webhooks.md's receiver in a process of its own, which ends with the test. */
  async function startDocumentedReceiver(context: TestContext) {
    const page = readFileSync(join(import.meta.dirname, '../../../../../docs/webhooks.md'), 'utf8');
    const [, source] = /```js\n(.*?)```/s.exec(page)!;
    const receiver = spawn(process.execPath, ['--input-type=module', '--eval', source!], {
      env: { ...process.env, FRONTDESK_URL: await addressOf(world), PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    context.after(() => receiver.kill());
    const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
    const nextLine = async (): Promise<string> => (await lines.next()).value ?? '';
    const [, port] = /^Listening on (\d+)\.$/.exec(await nextLine())!;
    return { url: `http://127.0.0.1:${port}/`, nextLine };
  }
});
