// /webhook-subscriptions: making, looking after, replaying and ending subscriptions, as staff and integrations do.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { eventTypes } from '#core/events/event.ts';
import { askAs } from '#test/ask.ts';
import { startReceiver } from '#test/receiver.ts';
import { deliver } from '#test/webhooks.ts';
import { makeOrganization, openWorld, type TestOrganization, type World } from '#test/world.ts';

const path = '/webhook-subscriptions';
const hourMs = 3_600_000;
const hook = () => `https://hooks.zapier.com/hooks/standard/${randomUUID()}`;

suite('webhook subscriptions', () => {
  let world: World;
  let house: TestOrganization;

  before(async () => {
    world = await openWorld();
    world.clock.set(new Date());
    house = await makeOrganization(world);
  });

  after(async () => {
    await world.app.close();
    await world.parts.close();
  });

  test('take every kind of event, and no other', async () => {
    const { admin } = house;
    const { status, body } = await admin.post(path, { events: eventTypes, targetUrl: hook() });
    assert.deepEqual([status, body.data.events], [201, [...eventTypes]]);
    const { secret: _secret, unsubscribeToken: _token, ...shown } = body.data;
    assert.deepEqual((await admin.get(`${path}/${shown.id}`)).body.data, shown);
    const bad: [body: object, where: string][] = [
      [{ events: ['customer.exploded'], targetUrl: hook() }, 'events[0]'],
      [{ events: [], targetUrl: hook() }, 'events'],
      [{ events: ['customer.created'], targetUrl: 'http://localhost.example/' }, 'targetUrl'],
      [{ events: ['customer.created'], targetUrl: hook(), secret: 'mine' }, 'secret'],
    ];
    for (const [sent, where] of bad) {
      const answer = await admin.post(path, sent);
      assert.deepEqual([answer.status, answer.body.details[0].path], [400, where]);
    }
  });

  test('calls carry a signature by each secret of a rotation, until it is ended', async (context) => {
    const { admin } = house;
    const receiver = await startReceiver(context);
    const made = await admin.post(path, { events: ['customer.created'], targetUrl: receiver.url });
    const { id, secret: first } = made.body.data;
    const rotated = await admin.post(`${path}/${id}/secret/rotate`, {});
    const { secret: second, previousSecretUntil } = rotated.body.data;
    const rotatingMs = Date.parse(previousSecretUntil) - world.clock.now().getTime();
    assert.equal(Math.round(rotatingMs / hourMs), 24);
    assert.deepEqual(await goodSecrets(receiver, [first, second]), [true, true]);
    assert.equal((await admin.delete(`${path}/${id}/secret/previous`)).status, 204);
    assert.deepEqual(await goodSecrets(receiver, [first, second]), [false, true]);
    const leaked = await admin.post(`${path}/${id}/secret/rotate`, { endsPrevious: true });
    assert.deepEqual(Object.keys(leaked.body.data), ['secret']);
    assert.deepEqual(await goodSecrets(receiver, [second, leaked.body.data.secret]), [false, true]);
  });

  test('a delivery and a stretch are sent once more, and an ended one has to be enabled first', async (context) => {
    const { admin } = house;
    const receiver = await startReceiver(context);
    const made = await admin.post(path, { events: ['customer.created'], targetUrl: receiver.url });
    const { id } = made.body.data;
    await admin.post('/customers', { firstName: 'Ada' });
    await deliver(world);
    const [{ eventId, sequence }] = (await admin.get(`${path}/${id}/deliveries`)).body.data;
    const replayed = await admin.post(`${path}/${id}/deliveries/${eventId}/replay`);
    assert.deepEqual([replayed.status, replayed.body.data.status], [200, 'pending']);
    await deliver(world);
    receiver.answer = () => 410;
    const stretch = { after: sequence - 1, upTo: sequence };
    const { data } = (await admin.post(`${path}/${id}/replay`, stretch)).body;
    assert.deepEqual(data, { replayed: 1, lastSequence: sequence, hasMore: false });
    await deliver(world);
    assert.deepEqual(
      receiver.calls.map(({ headers }) => headers['webhook-id']),
      [eventId, eventId, eventId],
    );
    const ended = await admin.post(`${path}/${id}/replay`, stretch);
    assert.deepEqual([ended.status, ended.body.code], [409, 'subscription_ended']);
    assert.equal((await admin.get(`${path}/${id}`)).body.data.disabledReason, 'gone');
    const enabled = await admin.post(`${path}/${id}/enable`);
    assert.deepEqual([enabled.status, enabled.body.data.disabledReason], [200, undefined]);
    for (const body of [{}, { after: -1 }, { after: 0.5 }, { after: 0, before: 1 }]) {
      assert.equal((await admin.post(`${path}/${id}/replay`, body)).status, 400, JSON.stringify(body));
    }
    assert.equal((await admin.post(`${path}/${id}/deliveries/${eventId}0/replay`)).status, 404);
  });

  test('an ended one is gone, however it was made', async () => {
    const { admin } = house;
    const made = await admin.post('/zapier/subscriptions', { event: 'task.created', targetUrl: hook() });
    const { id } = made.body.data;
    assert.equal((await admin.get(`${path}/${id}`)).status, 200);
    assert.equal((await admin.delete(`${path}/${id}`)).status, 204);
    for (const answer of [
      admin.get(`${path}/${id}`),
      admin.delete(`${path}/${id}`),
      admin.post(`${path}/${id}/enable`),
      admin.post(`${path}/${id}/secret/rotate`, {}),
      admin.delete(`${path}/${id}/secret/previous`),
    ]) {
      assert.equal((await answer).status, 404);
    }
  });

  test('all of it needs subscriptions:manage', async () => {
    const caller = askAs(world.app, await house.keyFor(['events:read']));
    for (const answer of [
      caller.get(path),
      caller.post(path, { events: ['task.created'], targetUrl: hook() }),
      caller.post(`${path}/x/secret/rotate`, {}),
      caller.post(`${path}/x/replay`, { after: 0 }),
      caller.delete(`${path}/x`),
    ]) {
      assert.equal((await answer).status, 403);
    }
  });

  /** Which of the secrets have signed the next call. */
  async function goodSecrets(
    receiver: Awaited<ReturnType<typeof startReceiver>>,
    secrets: string[],
  ): Promise<boolean[]> {
    receiver.calls.length = 0;
    await house.admin.post('/customers', {});
    await deliver(world);
    const { body, headers } = receiver.calls[0]!;
    return secrets.map((secret) => {
      try {
        new Webhook(secret).verify(body, headers);
        return true;
      } catch {
        return false;
      }
    });
  }
});
