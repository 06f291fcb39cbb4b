// A balancer before several processes: each request goes to the next one.
import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from '#test/databases.ts';

/** A running balancer. */
export interface Balancer {
  url: string;
  /** From now on requests go to these origins in turn. */
  turnTo(origins: string[]): void;
  /** How many requests each of the origins has got. */
  passed(): number[];
}

/** Starts a balancer, which ends with the test. */
export async function startBalancer(test: Cleanup): Promise<Balancer> {
  let targets: { origin: string; passed: number }[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const target = targets[turn++ % targets.length]!;
    target.passed += 1;
    const { method, url, headers } = incoming;
    const passing = ask(target.origin + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passing.on('error', () => outgoing.destroy());
    incoming.pipe(passing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turnTo(origins) {
      targets = origins.map((origin) => ({ origin, passed: 0 }));
    },
    passed: () => targets.map(({ passed }) => passed),
  };
}
