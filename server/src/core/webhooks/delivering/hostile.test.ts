// Receivers that mean harm, many of them, and organizations beside them that are told of what happens all the same.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { after, before, suite, type TestContext, test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { createSubscription } from '#core/webhooks/subscriptions.ts';
import { openCallbacks } from '#integrations/callbacks/callbacks.ts';
import { logOf, makeToldHouse, publish, workers } from '#test/webhooks.ts';
import { makeOrganization, openWorld, type World } from '#test/world.ts';

/** More than all workers there are. */
const hostileMany = 33;
const callMsMax = 600;

/** Ways to be a bad receiver, on the socket or in the answer. */
const ways: Record<string, (response: ServerResponse, context: TestContext) => void> = {
  'never answer': () => undefined,
  'answer byte by byte': (response, context) => drip(response, context, 10),
  'send gigabytes': (response) => sendForEver(response),
  'redirect to themselves': (response) => {
    response.writeHead(307, { location: '/again' }).end();
  },
  'answer a head without end': (response, context) => {
    const { socket } = response;
    socket?.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket?.write('X-More: x\r\n'), 10);
    socket?.once('close', () => clearInterval(timer));
    context.after(() => clearInterval(timer));
  },
};

suite('hostile receivers', () => {
  let world: World;

  before(async () => {
    // As in production, but for names that lead to this machine, and one that turns away from it later.
    let turned = 0;
    const lookup = async (host: string) => {
      if (host !== 'turns.example') return ['127.0.0.1'];
      turned += 1;
      return turned === 1 ? ['3ffe::1'] : ['10.0.0.1'];
    };
    const clock = { now: () => new Date() };
    const rules = { hosts: ['*'], allowLoopback: true };
    world = await openWorld({}, { callbacks: openCallbacks({ rules, clock, lookup }) });
  });

  after(async () => {
    // On a server the tests that follow share the database: what is due to these receivers would be theirs to deliver.
    await world.parts.db.root((tx) => tx`delete from webhook_subscriptions`);
    await world.app.close();
    await world.parts.close();
  });

  test('that lead to a private address at the second look-up are not called there', async () => {
    const { scope } = await makeOrganization(world);
    const { subscription } = await createSubscription(scope, {
      event: 'customer.created',
      targetUrl: 'https://turns.example/hook',
    });
    await createCustomer(scope, { firstName: 'Ada' });
    await publish(world);
    await workers(world, { callMsMax: 300 }).run();
    world.clock.advance(6_000);
    await workers(world, { callMsMax: 300 }).run();
    const [delivery] = await logOf({ scope, subscription } as Parameters<typeof logOf>[0]);
    assert.deepEqual([delivery!.attempts, delivery!.failureReason], [2, 'address_refused']);
    assert.doesNotMatch(delivery!.failureMessage!, /10\.0/);
  });

  test('that answer slowly and well for ever leave workers to others', async (context) => {
    const port = await listen(context, (response) => {
      const timer = setTimeout(() => response.writeHead(200).end(), 400);
      context.after(() => clearTimeout(timer));
    });
    const slow = await makeHostileHouse(port, 'http');
    const fine = await makeToldHouse(world, context);
    await createCustomer(slow.scope, { firstName: 'Ada' });
    await publish(world);
    const working = workers(world, { callMsMax });
    assert.equal(await working.start(), 24, 'three quarters of the workers are the most one can have');
    await createCustomer(fine.scope, { firstName: 'Bo' });
    await publish(world);
    assert.equal(await working.start(), 1);
    await fine.receiver.received(1);
    working.stop();
    await working.idle();
  });

  for (const [way, answer] of Object.entries(ways)) {
    test(`that ${way} delay nobody else's deliveries, even if more of them than workers`, async (context) => {
      const port = await listen(context, (response) => answer(response, context));
      await bystanderIsTold(context, port, 'http');
    });
  }

  test('that drag out the TLS handshake delay nobody else’s deliveries', async (context) => {
    await bystanderIsTold(context, await listenMute(context), 'https');
  });

  /** Has an organization with hostile receivers and one without come at the same time: the second is told first. */
  async function bystanderIsTold(context: TestContext, port: number, protocol: string): Promise<void> {
    const hostile = await makeHostileHouse(port, protocol);
    const fine = await makeToldHouse(world, context);
    await createCustomer(hostile.scope, { firstName: 'Ada' });
    await createCustomer(fine.scope, { firstName: 'Bo' });
    await publish(world);
    const working = workers(world, { callMsMax });
    // Begun once: without a part of the workers for others (claim-queries.ts), all would go to who came first.
    await working.start();
    await fine.receiver.received(1);
    working.stop();
    await working.idle();
  }

  /** An organization with more bad receivers than there are workers. */
  async function makeHostileHouse(port: number, protocol: string) {
    const house = await makeOrganization(world);
    const targets = Array.from(
      { length: hostileMany },
      (_, place) => `${protocol}://127.0.0.1:${port}/${place}`,
    );
    await Promise.all(
      targets.map((targetUrl) => createSubscription(house.scope, { event: 'customer.created', targetUrl })),
    );
    return house;
  }
});

async function listen(context: TestContext, answer: (response: ServerResponse) => void): Promise<number> {
  const server = createServer((_request, response) => answer(response));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A server that takes connections and says nothing, not even in a handshake. */
async function listenMute(context: TestContext): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function drip(response: ServerResponse, context: TestContext, everyMs: number): void {
  const timer = setInterval(() => response.write('x'), everyMs);
  response.once('close', () => clearInterval(timer));
  context.after(() => clearInterval(timer));
}

function sendForEver(response: ServerResponse): void {
  const bytes = Buffer.alloc(64 * 1024, 'x');
  const more = () => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on('drain', more);
  more();
}
