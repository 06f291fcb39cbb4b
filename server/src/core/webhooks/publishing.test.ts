// Publishing: nothing without a commit, nothing lost, and no gap for those who read along.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { eventOf, listEvents, recordEvent } from '#core/events/events.ts';
import { publishDueEvents } from '#core/webhooks/publishing.ts';
import { publish } from '#test/webhooks.ts';
import { makeOrganization, openWorld, type World } from '#test/world.ts';

suite('publishing events', () => {
  let world: World;

  before(async () => {
    world = await openWorld();
  });

  after(async () => {
    await world.app.close();
    await world.parts.close();
  });

  test('a transaction that rolls back leaves no event, one that commits leaves its own', async () => {
    const { scope } = await makeOrganization(world);
    const customer = await createCustomer(scope, { firstName: 'Ada' });
    const record = () =>
      scope.write(async (tx) => {
        await recordEvent(tx, scope, eventOf(scope, 'customer.updated', customer));
        throw new Error('Something went wrong later.');
      });
    await assert.rejects(record);
    const refused = createCustomer(scope, { emails: [{ address: 'no address' }] });
    await assert.rejects(refused);
    await publish(world);
    const { events } = await listEvents(scope, { after: 0, limit: 100 });
    assert.deepEqual(
      events.map(({ type, sequence }) => [type, sequence]),
      [['customer.created', 1]],
    );
  });

  test('an event is not seen before its transaction commits', async () => {
    const { scope } = await makeOrganization(world);
    const customer = await createCustomer(scope, { firstName: 'Ada' });
    await publish(world);
    await scope.write((tx) => recordEvent(tx, scope, eventOf(scope, 'customer.updated', customer)));
    assert.equal((await listEvents(scope, { after: 1, limit: 10 })).events.length, 0, 'not published yet');
    await publish(world);
    assert.equal((await listEvents(scope, { after: 1, limit: 10 })).events.length, 1);
  });

  test('whoever pages through the events while many write sees every number once, in order', async () => {
    const houses = await Promise.all([makeOrganization(world), makeOrganization(world)]);
    const writersOf = 8;
    const eachWrites = 10;
    let writing = houses.length * writersOf;
    const writers = houses.flatMap(({ scope }) =>
      Array.from({ length: writersOf }, async () => {
        for (let count = 0; count < eachWrites; count += 1) await createCustomer(scope, { firstName: 'Ada' });
        writing -= 1;
      }),
    );
    // Several publishers at once, as several processes have them.
    const publishers = Array.from({ length: 3 }, async () => {
      while (writing > 0) await publishDueEvents(world.parts.db, world.clock);
    });
    const readers = houses.map(async ({ scope }) => {
      const seen: number[] = [];
      while (seen.length < writersOf * eachWrites) {
        const { events } = await listEvents(scope, { after: seen.at(-1) ?? 0, limit: 7 });
        seen.push(...events.map(({ sequence }) => sequence));
        if (writing === 0) await publishDueEvents(world.parts.db, world.clock);
      }
      return seen;
    });
    await Promise.all([...writers, ...publishers]);
    const all = Array.from({ length: writersOf * eachWrites }, (_, place) => place + 1);
    assert.deepEqual(await Promise.all(readers), [all, all]);
  });
});
