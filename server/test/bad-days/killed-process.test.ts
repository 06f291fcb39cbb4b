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
/** Killed after this many acknowledged creates, with others under way. */
const acknowledged = 40;

/** A create as it was sent: its name, whether with that name as Idempotency-Key, and what was answered, if anything was. */
interface Sent {
  name: string;
  keyed: boolean;
  id: string | undefined;
}

suite('a server killed in the middle of writes', { timeout: 180_000 }, () => {
  // To see it fail: answer before commit() has returned, in finish() of core/idempotency/idempotency.ts.
  test('has lost nothing it acknowledged, and left no customer without emails, event and number', async (t) => {
    const installation = await makeInstallation(t);
    const { environment, key } = installation;
    const sent: Sent[] = [];
    for (let round = 0; round < kills; round += 1) {
      const server = await startServer(t, environment);
      await server.ready();
      const writing = Promise.all(
        Array.from({ length: writers }, (_, place) =>
          writeUntilCut(server.url, key, { name: `${round}-${place}`, keyed: place % 2 === 0 }, sent),
        ),
      );
      await untilAcknowledged(sent, (round + 1) * acknowledged);
      server.kill('SIGKILL');
      await writing;
      assert.equal((await server.ended).signal, 'SIGKILL');
    }

    const server = await startServer(t, environment);
    await server.ready();
    await repeatKeyed(server.url, key, sent);
    server.kill('SIGTERM');
    assert.deepEqual(await server.ended, { code: 0, signal: null });
    await checkStored(installation, sent);
  });
});

/** Creates customers one after the other until the server is gone. */
async function writeUntilCut(
  url: string,
  key: string,
  { name, keyed }: Omit<Sent, 'id'>,
  sent: Sent[],
): Promise<void> {
  for (let count = 0; ; count += 1) {
    const create: Sent = { name: `${name}-${count}`, keyed, id: undefined };
    sent.push(create);
    try {
      create.id = await createCustomer(url, key, create);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
}

async function untilAcknowledged(sent: Sent[], count: number): Promise<void> {
  const deadline = AbortSignal.timeout(60_000);
  while (sent.filter(({ id }) => id).length < count) {
    assert.ok(!deadline.aborted, 'the server answers too few creates');
    await pause(5);
  }
}

/** Sends what had a key again: it answers as before, or is made now if it was not then. */
async function repeatKeyed(url: string, key: string, sent: Sent[]): Promise<void> {
  for (const create of sent.filter(({ keyed }) => keyed)) {
    const id = await createCustomer(url, key, create);
    if (create.id)
      assert.equal(id, create.id, `${create.name} was acknowledged, and is another customer now`);
    create.id = id;
  }
}

async function createCustomer(url: string, key: string, { name, keyed }: Sent): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/customers`, {
    method: 'POST',
    headers: keyed ? { ...headers, 'idempotency-key': name } : headers,
    body: JSON.stringify({
      firstName: name,
      emails: [{ address: `${name}-a@example.com` }, { address: `${name}-b@example.com` }],
    }),
  });
  const body = (await response.json()) as { data: { id: string } };
  assert.equal(response.status, 201, JSON.stringify(body));
  return body.data.id;
}

/** Every acknowledged customer is there, once; each one there is whole, with its event, and was sent. */
async function checkStored({ environment, house }: Installation, sent: Sent[]): Promise<void> {
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
    const idsByName = new Map(stored.map(({ name, id }) => [name, id]));
    assert.equal(idsByName.size, stored.length, 'a customer is there twice');
    for (const { name, id } of sent) if (id) assert.equal(idsByName.get(name), id, `${name} is lost`);
    const names = new Set(sent.map(({ name }) => name));
    assert.deepEqual(
      stored.filter(({ name, emails, events }) => !names.has(name) || emails !== 2 || events !== 1),
      [],
      'a customer is not whole',
    );
  } finally {
    await closeWorld(world);
  }
}
