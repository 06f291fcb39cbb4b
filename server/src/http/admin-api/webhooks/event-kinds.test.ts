// Each kind of event of the contract, from what is done over HTTP to what a receiver gets.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type EventType, subscribableEvents } from '#core/events/event.ts';
import { createSubscription, createWebhookSubscription } from '#core/webhooks/subscriptions.ts';
import { makeBookable } from '#test/bookable.ts';
import { type Receiver, startReceiver } from '#test/receiver.ts';
import { deliver } from '#test/webhooks.ts';
import { makeOrganization, openWorld, type TestOrganization, type World } from '#test/world.ts';

suite('kinds of events', () => {
  let world: World;

  before(async () => {
    world = await openWorld();
  });

  after(async () => {
    await world.app.close();
    await world.parts.close();
  });

  test('each of the contract’s seven arrives with the record as its GET shows it', async (context) => {
    const house = await makeOrganization(world);
    const receiver = await startReceiver(context);
    const [event, ...events] = subscribableEvents;
    await createSubscription(house.scope, { event, events, targetUrl: receiver.url });
    const { service } = await makeBookable(house.scope);
    const startsAt = new Date(Math.ceil(world.clock.now().getTime() / 3_600_000 + 48) * 3_600_000);
    const made: [type: EventType, path: string, id: string][] = [
      ['customer.created', '/customers', await create(house, '/customers', { firstName: 'Ada' })],
      ['company.created', '/companies', await create(house, '/companies', { name: 'Raman' })],
      ['order.created', '/orders', await create(house, '/orders', { status: 'draft' })],
      [
        'enquiry.created',
        '/enquiries',
        await create(house, '/enquiries', { email: 'jane@example.com', subject: 'A desk?' }),
      ],
      ['task.created', '/tasks', await create(house, '/tasks', { content: 'Water the plants' })],
    ];
    const booking = await create(house, '/bookings', {
      serviceId: service.id,
      startsAt: startsAt.toISOString(),
      status: 'confirmed',
      customer: { firstName: 'Bo', email: 'bo@example.com' },
    });
    made.push(['booking.created', '/bookings', booking], ['booking.confirmed', '/bookings', booking]);
    await deliver(world);
    for (const [type, path, id] of made) {
      const [call, ...others] = callsOf(receiver, type, id);
      assert.ok(call && others.length === 0, `${type} came ${others.length + (call ? 1 : 0)} times`);
      const { body } = await house.admin.get(`${path}/${id}`);
      assert.deepEqual(call.event.data, body.data, type);
    }
    assert.deepEqual(new Set(made.map(([type]) => type)), new Set(subscribableEvents));
  });

  test('kinds beyond the contract’s arrive too, for those who asked', async (context) => {
    const house = await makeOrganization(world);
    const receiver = await startReceiver(context);
    const events = ['task.completed', 'task.deleted', 'customer.updated'] as const;
    await createWebhookSubscription(house.scope, { events, targetUrl: receiver.url });
    const task = await create(house, '/tasks', { content: 'Water the plants' });
    await house.admin.patch(`/tasks/${task}`, { status: 'completed' });
    await house.admin.delete(`/tasks/${task}`);
    const customer = await create(house, '/customers', { firstName: 'Ada' });
    await house.admin.patch(`/customers/${customer}`, { firstName: 'Bo' });
    await deliver(world);
    const told = receiver.calls.map(({ event }) => event.type);
    assert.deepEqual(told.toSorted(), ['customer.updated', 'task.completed', 'task.deleted']);
  });

  test('what a house is made of is told as its GET shows it, and what is gone as it was last', async (context) => {
    const house = await makeOrganization(world);
    const receiver = await startReceiver(context);
    const events = ['location.updated', 'location.deleted', 'schedule.updated', 'service.created'] as const;
    await createWebhookSubscription(house.scope, { events, targetUrl: receiver.url });
    const categoryId = await create(house, '/service-categories', { name: 'Rooms' });
    const made = await create(house, '/services', { name: 'Room', durationMinutes: 60, categoryId });
    const location = await create(house, '/locations', { name: 'Quay' });
    await house.admin.patch(`/locations/${location}`, { phone: '040 123456' });
    const rules = [{ weekday: 1, startTime: '09:00', endTime: '17:00' }];
    await house.admin.put(`/locations/${location}/schedule`, { rules, exceptions: [] });
    const { data: service } = (await house.admin.get(`/services/${made}`)).body;
    const { data: last } = (await house.admin.get(`/locations/${location}`)).body;
    await house.admin.delete(`/locations/${location}`);
    await deliver(world);
    const told: Record<string, Record<string, unknown>> = Object.fromEntries(
      receiver.calls.map(({ event }) => [event.type, event.data]),
    );
    assert.deepEqual(told['service.created'], service);
    assert.deepEqual(told['location.deleted'], last);
    assert.deepEqual(told['location.updated'], {
      ...last,
      version: 2,
      updatedAt: told['location.updated']?.updatedAt,
    });
    assert.deepEqual(told['schedule.updated'], {
      ownerType: 'location',
      ownerId: location,
      version: last.version,
      rules,
      exceptions: [],
    });
  });
});

async function create({ admin }: TestOrganization, path: string, body: object): Promise<string> {
  const answer = await admin.post(path, body);
  assert.equal(answer.status, 201, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}

function callsOf({ calls }: Receiver, type: string, id: string) {
  return calls.filter(({ event }) => event.type === type && event.data.id === id);
}
