// A receiver of webhooks on this machine: keeps what arrives, and answers as the test says.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

/** A call as it arrived. */
export interface ReceivedCall {
  headers: Record<string, string>;
  /** Byte for byte. */
  body: string;
  /** The body, read. */
  event: { id: string; type: string; sequence: number; data: { id: string; firstName?: string } };
}

/** How a call is answered: with a status, a whole answer, or never. */
export type ReceiverAnswer =
  | number
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'never';

/** A running receiver. */
export interface Receiver {
  url: string;
  calls: ReceivedCall[];
  /** How it answers each call; 200 unless set. May be changed at any time. */
  answer: (call: ReceivedCall) => ReceiverAnswer | Promise<ReceiverAnswer>;
  /** Resolves when this many calls have arrived. */
  received(count: number): Promise<void>;
}

/** Starts a receiver on a port of its own. It ends with the test, connections included. */
export async function startReceiver(context: Pick<TestContext, 'after'>): Promise<Receiver> {
  const path = `/hooks/${randomUUID()}`;
  const arrivals = new EventTarget();
  const server = createServer(async (request, response) => {
    // Ports are used again: what was meant for an earlier receiver is not for this one.
    if (request.url !== path) return response.writeHead(404).end();
    const body = await text(request);
    const call = { headers: request.headers as Record<string, string>, body, event: JSON.parse(body) };
    receiver.calls.push(call);
    arrivals.dispatchEvent(new Event('call'));
    send(response, await receiver.answer(call));
  });
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    calls: [],
    answer: () => 200,
    async received(count) {
      while (receiver.calls.length < count) await once(arrivals, 'call');
    },
  };
  return receiver;
}

function send(response: ServerResponse, answer: ReceiverAnswer): void {
  if (answer === 'never') return;
  const { status, headers = {}, body = '' } = typeof answer === 'number' ? { status: answer } : answer;
  response.writeHead(status, headers).end(body);
}
