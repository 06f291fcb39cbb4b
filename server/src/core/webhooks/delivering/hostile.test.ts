// Receivers that mean harm, many of them, and organizations beside them that are told of what happens all the same.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { after, before, suite, type TestContext, test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { listDeliveries } from '#core/webhooks/deliveries.ts';
import type { Delivery } from '#core/webhooks/delivery.ts';
import { createSubscription } from '#core/webhooks/subscriptions.ts';
import { openCallbacks } from '#integrations/callbacks/callbacks.ts';
import { logOf, makeToldHouse, publish, workers } from '#test/webhooks.ts';
import { makeOrganization, openWorld, type World } from '#test/world.ts';

/** More than all workers there are. */
const hostileMany = 33;
/** For calls that end no other way. */
const callMsMax = 200;

/** A way to be a bad receiver, on the socket or in the answer, and what the log says of it. */
interface Way {
  answer(response: ServerResponse, context: TestContext): void;
  /** Nothing where what came of it counts as an answer. */
  failureReason: string | undefined;
}

const ways: Record<string, Way> = {
  'never answer': { answer: () => undefined, failureReason: 'timeout' },
  // Each byte comes long before the time is over.
  'answer byte by byte': {
    answer: (response, context) => drip(response, context, 10),
    failureReason: 'timeout',
  },
  'send gigabytes': { answer: (response) => sendForEver(response), failureReason: undefined },
  'redirect to themselves': {
    answer(response) {
      response.writeHead(307, { location: '/again' }).end();
    },
    failureReason: 'redirect',
  },
  'answer a head without end': {
    answer(response, context) {
      const { socket } = response;
      socket?.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket?.write('X-More: x\r\n'), 10);
      socket?.once('close', () => clearInterval(timer));
      context.after(() => clearInterval(timer));
    },
    failureReason: 'timeout',
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
    await workers(world, { callMsMax }).run();
    world.clock.advance(6_000);
    await workers(world, { callMsMax }).run();
    const [delivery] = await logOf({ scope, subscription } as Parameters<typeof logOf>[0]);
    assert.deepEqual([delivery!.attempts, delivery!.failureReason], [2, 'address_refused']);
    assert.doesNotMatch(delivery!.failureMessage!, /10\.0/);
  });

  test('that answer slowly and well for ever leave workers to others', async (context) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const port = await listen(context, async (response) => {
      await released;
      response.writeHead(200).end();
    });
    const slow = await makeHostileHouse(`http://127.0.0.1:${port}`);
    const fine = await makeToldHouse(world, context);
    await createCustomer(slow.scope, { firstName: 'Ada' });
    await publish(world);
    const working = workers(world);
    assert.equal(await working.start(), 24, 'three quarters of the workers are the most one can have');
    await createCustomer(fine.scope, { firstName: 'Bo' });
    await publish(world);
    assert.equal(await working.start(), 1);
    await fine.receiver.received(1);
    working.stop();
    release();
    await working.idle();
  });

  for (const [way, { answer, failureReason }] of Object.entries(ways)) {
    test(`that ${way} delay nobody else's deliveries, even if more of them than workers`, async (context) => {
      let calls = 0;
      const port = await listen(context, (response) => {
        calls += 1;
        answer(response, context);
      });
      // Who answers in the end has the usual time, so that a slow machine changes nothing.
      const options = failureReason === 'timeout' ? { callMsMax } : {};
      const log = await bystanderIsTold(context, `http://127.0.0.1:${port}`, options);
      assert.equal(calls, log.length, 'none is called where a redirect leads to');
      for (const attempted of log) {
        assert.equal(attempted.failureReason, failureReason);
        assert.ok((attempted.responseBody ?? '').length <= 1_024, 'little is kept of an answer');
      }
    });
  }

  test('that drag out the TLS handshake delay nobody else’s deliveries', async (context) => {
    const url = `https://127.0.0.1:${await listenMute(context)}`;
    const log = await bystanderIsTold(context, url, { callMsMax });
    for (const { failureReason } of log) assert.equal(failureReason, 'timeout');
  });

  /**
   * Has an organization with hostile receivers and one without come at the same time: both are told at once. Returns
   * what was attempted at the hostile ones.
   */
  async function bystanderIsTold(
    context: TestContext,
    url: string,
    options: { callMsMax?: number },
  ): Promise<Delivery[]> {
    const hostile = await makeHostileHouse(url);
    const fine = await makeToldHouse(world, context);
    await createCustomer(hostile.scope, { firstName: 'Ada' });
    await createCustomer(fine.scope, { firstName: 'Bo' });
    await publish(world);
    const working = workers(world, options);
    // Begun once: without a part of the workers for others (claim-queries.ts), all would go to who came first.
    await working.start();
    await fine.receiver.received(1);
    await working.idle();
    const logs = await Promise.all(
      hostile.subscriptions.map(({ id }) => listDeliveries(hostile.scope, id, { limit: 100 })),
    );
    const attempted = logs.flatMap(({ items }) => items).filter(({ attempts }) => attempts > 0);
    assert.ok(attempted.length > 0, 'workers went to them');
    return attempted;
  }

  /** An organization with more bad receivers than there are workers. */
  async function makeHostileHouse(url: string) {
    const house = await makeOrganization(world);
    const targets = Array.from({ length: hostileMany }, (_, place) => `${url}/${place}`);
    const made = await Promise.all(
      targets.map((targetUrl) => createSubscription(house.scope, { event: 'customer.created', targetUrl })),
    );
    return { ...house, subscriptions: made.map(({ subscription }) => subscription) };
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
