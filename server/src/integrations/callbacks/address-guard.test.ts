// Which addresses count as public, and that a connection goes to the addresses that were checked and to no others.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { Agent, request } from 'undici';
import { guardedConnector, isLoopbackHost, isPublicAddress, type Lookup } from './address-guard.ts';
import { openCallbacks } from './callbacks.ts';
import { serveHttp, serveRaw } from './loopback-server.ts';

describe('a public address', () => {
  const isPublic = [
    '93.184.216.34',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82a::200e',
    '::ffff:93.184.216.34',
    '64:ff9b::5db8:d822',
  ];
  for (const address of isPublic) it(`is ${address}`, () => assert.equal(isPublicAddress(address), true));

  const isNot: Record<string, string[]> = {
    private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    loopback: ['127.0.0.1', '127.255.255.254', '::1'],
    'link-local or metadata': [
      '169.254.169.254',
      '169.254.170.2',
      'fe80::1',
      'fe80::1%eth0',
      'fd00:ec2::254',
    ],
    'another metadata address': ['100.100.100.200', '192.0.0.192', '168.63.129.16'],
    'unique local or site-local': ['fc00::1', 'fdff::1', 'fec0::1'],
    'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
    'multicast or broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
    'reserved or for documentation': [
      '240.0.0.1',
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '198.18.0.1',
      '2001:db8::1',
      '3fff::1',
    ],
    unspecified: ['0.0.0.0', '0.1.2.3', '::'],
    'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::ffff:0:10.0.0.1'],
    'IPv4-compatible': ['::127.0.0.1', '::10.0.0.1', '::93.184.216.34', '::5db8:d822'],
    '6to4 or Teredo': [
      '2002:7f00:1::',
      '2002:a00:1::1',
      '2002:5db8:d822::1',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    ],
    NAT64: ['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::5db8:d822'],
    'outside global unicast': ['4000::1', '100::1', '5f00::1'],
    'not an address': [
      '',
      'localhost',
      '127.1',
      '0x7f.0.0.1',
      '2130706433',
      '93.184.216.34 ',
      '93.184.216.34:80',
      '[::1]',
    ],
  };
  for (const [kind, addresses] of Object.entries(isNot)) {
    it(`is none that is ${kind}`, () => {
      for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
    });
  }
});

describe('a loopback host', () => {
  it('is named or written as one', () => {
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])
      assert.equal(isLoopbackHost(host), true, host);
  });

  it('is nothing that merely looks like one or leads to one', () => {
    const others = [
      'localhost.',
      'app.localhost',
      'localhost.example.com',
      '0.0.0.0',
      '::ffff:127.0.0.1',
      '[::]',
      '10.0.0.1',
      '[localhost]',
    ];
    for (const host of others) assert.equal(isLoopbackHost(host), false, host);
  });
});

// Public by every rule, and given to nobody: connecting to it fails or hangs, wherever the test runs.
const nobody = '3ffe::1';

describe('the guard of connections', () => {
  it('connects to exactly the address it checked: a name that turns inwards later gains nothing', async (test) => {
    const attempts = connectionAttempts(test, 443);
    const answers = [[nobody], ['10.0.0.1']];
    const lookup = async () => answers.shift() ?? [];
    const { lookups, post } = caller(test, lookup, 200);
    const first = await post('https://rebinding.example/hook');
    assert.equal(first.outcome, 'failed');
    assert.deepEqual({ attempts, lookups }, { attempts: [nobody], lookups: ['rebinding.example'] });
    // Over connections of its own: those of the first call may still be trying.
    const second = await caller(test, lookup).post('https://rebinding.example/hook');
    assert.equal(reasonOf(second), 'address_refused');
    assert.deepEqual(attempts, [nobody]);
  });

  it('refuses a name with one address that is not public, and connects to none of them', async (test) => {
    const attempts = connectionAttempts(test, 443);
    for (const addresses of [[nobody, '169.254.169.254'], ['10.0.0.1', nobody], ['::ffff:127.0.0.1'], []]) {
      const { post } = caller(test, async () => addresses);
      const result = await post('https://mixed.example/hook');
      assert.equal(reasonOf(result), 'address_refused');
      assert.doesNotMatch(JSON.stringify(result), /169\.254|10\.0|3ffe|ffff/);
    }
    assert.deepEqual(attempts, []);
  });

  it('calls a name that does not exist a failed connection', async (test) => {
    const { post } = caller(test, () =>
      Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    );
    assert.equal(reasonOf(await post('https://nowhere.example/hook')), 'connection');
  });

  it('refuses a literal address that is not public, which is never looked up', async (test) => {
    const port = await serveHttp(test, () => assert.fail('nothing arrives'));
    const lookup = () => assert.fail('nothing is looked up');
    const connect = guardedConnector({
      lookup,
      allowLoopback: false,
      connectTimeoutMs: 1000,
      sockets: new Set(),
    });
    const dispatcher = new Agent({ connect });
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      const call = request(`http://${host}:${port}/`, { dispatcher });
      await assert.rejects(call, { name: 'CallFault', reason: 'address_refused' });
    }
    await dispatcher.destroy();
  });

  it('in development reaches this machine by its own names only', async (test) => {
    const port = await serveHttp(test, (_, response) => response.end());
    const addresses: Record<string, string> = { localhost: '127.0.0.1', 'turned.example': '127.0.0.1' };
    const { post } = caller(test, async (host) => [addresses[host]!]);
    assert.equal((await post(`http://localhost:${port}/`)).outcome, 'answered');
    assert.equal((await post(`http://127.0.0.1:${port}/`)).outcome, 'answered');
    assert.equal(reasonOf(await post('https://turned.example/')), 'address_refused');
  });

  it('in development lets loopback names lead to loopback only', async (test) => {
    for (const address of ['10.0.0.1', nobody]) {
      const { post } = caller(test, async () => ['127.0.0.1', address]);
      assert.equal(reasonOf(await post('http://localhost:4010/')), 'address_refused');
    }
  });

  it('keeps the host name in the TLS handshake, for the certificate to be checked against', async (test) => {
    const hello = Promise.withResolvers<Buffer>();
    const port = await serveRaw(test, (socket) => {
      once(socket, 'data').then(([bytes]) => {
        hello.resolve(bytes);
        socket.destroy();
      }, hello.reject);
    });
    const { post } = caller(test, async () => ['127.0.0.1']);
    await post(`https://localhost:${port}/`);
    assert.ok((await hello.promise).includes('localhost'));
  });
});

function caller(test: TestContext, lookup: Lookup, timeoutMs = 10_000) {
  const lookups: string[] = [];
  const callbacks = openCallbacks({
    rules: { hosts: ['*'], allowLoopback: true },
    clock: { now: () => new Date('2026-03-01T12:00:00Z') },
    lookup: (hostname) => {
      lookups.push(hostname);
      return lookup(hostname);
    },
  });
  test.after(() => callbacks.close());
  const post = (url: string) =>
    callbacks.post({ url, headers: {}, body: '{}', timeoutMs, responseBytesMax: 100 });
  return { lookups, post };
}

function reasonOf(result: { outcome: string; reason?: string }): string | undefined {
  return result.reason;
}

/** The addresses this process tries to connect to on the port, as they come. */
function connectionAttempts(test: TestContext, port: number): string[] {
  const attempts: string[] = [];
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (address, to) => {
      if (to === port) attempts.push(address);
    });
  };
  subscribe('net.client.socket', onSocket);
  test.after(() => unsubscribe('net.client.socket', onSocket));
  return attempts;
}
