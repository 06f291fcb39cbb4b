// kill -9 in the middle of writes: nothing acknowledged is lost, and nothing is half there.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Installation, makeInstallation, startServer } from '#test/bad-days/server-process.ts';
import { closeWorld } from '#test/databases.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { openWorld } from '#test/world.ts';

const kills = 3;
const writers = 8;
const writeMs = 700;

/** A create as it was sent: the key it was sent with, and what was answered, if anything was. */
interface Sent {
  key: string;
  id: string | undefined;
}

suite('a server killed in the middle of writes', { timeout: 180_000 }, () => {
  // To see it fail: set synchronous_commit to off (on a server), or insert the event in a transaction of its own.
  test('has lost nothing it acknowledged, and left no customer without emails, event and number', async (t) => {
    const installation = await makeInstallation(t);
    const sent: Sent[] = [];
    for (let round = 0; round < kills; round += 1) {
      const server = await startServer(t, installation.environment);
      await server.ready();
      const writing = Promise.all(
        Array.from({ length: writers }, (_, place) =>
          writeUntilCut(server.url, installation.key, `${round}-${place}`, sent),
        ),
      );
      await pause(writeMs + round * 150);
      server.kill('SIGKILL');
      await writing;
      assert.equal((await server.ended).signal, 'SIGKILL');
    }
    assert.ok(sent.filter(({ id }) => id).length > 50, 'too little was written to prove anything');

    const server = await startServer(t, installation.environment);
    await server.ready();
    const repeated = await repeatAll(server.url, installation.key, sent);
    server.kill('SIGTERM');
    assert.deepEqual(await server.ended, { code: 0, signal: null });
    await checkStored(installation, repeated);
  });
});

/** Creates customers one after the other until the server is gone. */
async function writeUntilCut(url: string, key: string, name: string, sent: Sent[]): Promise<void> {
  for (let count = 0; ; count += 1) {
    const create: Sent = { key: `${name}-${count}`, id: undefined };
    sent.push(create);
    try {
      create.id = await createCustomer(url, key, create.key);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
}

/** Sends everything again: what was acknowledged answers as before, and what was not is made now if it was not then. */
async function repeatAll(url: string, key: string, sent: Sent[]): Promise<Sent[]> {
  const repeated: Sent[] = [];
  for (const { key: own, id } of sent) {
    const again = await createCustomer(url, key, own);
    if (id !== undefined) assert.equal(again, id, `${own} was acknowledged, and is another customer now`);
    repeated.push({ key: own, id: again });
  }
  return repeated;
}

async function createCustomer(url: string, key: string, own: string): Promise<string> {
  const response = await fetch(`${url}/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': own },
    body: JSON.stringify({
      firstName: own,
      emails: [{ address: `${own}-a@example.com` }, { address: `${own}-b@example.com` }],
    }),
  });
  const body = (await response.json()) as { data: { id: string } };
  assert.equal(response.status, 201, JSON.stringify(body));
  return body.data.id;
}

/** Every customer is there once, whole, with its event, and nothing else is. */
async function checkStored({ environment, house }: Installation, expected: Sent[]): Promise<void> {
  const world = await openWorld(environment);
  try {
    const stored = await world.parts.db.read(house.organization.id, (tx) =>
      run<{ id: string; name: string; emails: number; events: number }>(
        tx,
        `select c.id, c.first_name as name,
           (select count(*) from customer_emails e where e.organization_id = c.organization_id and e.customer_id = c.id)
             as emails,
           (select count(*) from events v where v.organization_id = c.organization_id and v.record_id = c.id) as events
         from customers c`,
      ),
    );
    assert.deepEqual(
      stored.map(({ id, name }) => `${name} ${id}`).sort(),
      expected.map(({ id, key }) => `${key} ${id}`).sort(),
    );
    assert.deepEqual(
      stored.filter(({ emails, events }) => emails !== 2 || events !== 1),
      [],
    );
  } finally {
    await closeWorld(world);
  }
}
