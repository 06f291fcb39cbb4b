// One request and its answer over pooled, guarded connections: the bounds in time, memory and connections.
import type { Socket } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { guardedConnector, type Lookup } from './address-guard.ts';
import { CallFault, toCallFault } from './call-fault.ts';

/** What calls go over, and what has to end with it. */
export interface Line {
  agent: Agent;
  calls: Set<AbortController>;
  sockets: Set<Socket>;
}

const connectTimeoutMs = 10_000;
const idleTimeoutMs = 4_000;
// However long a receiver offers to keep a connection.
const idleTimeoutMaxMs = 30_000;

/** Opens the connections' pool; nothing connects yet. Calls to one origin beyond its connections wait. */
export function openLine(options: {
  lookup: Lookup;
  allowLoopback: boolean;
  connectionsPerOriginMax: number;
}): Line {
  const { connectionsPerOriginMax, ...guard } = options;
  const sockets = new Set<Socket>();
  const agent = new Agent({
    connect: guardedConnector({ ...guard, connectTimeoutMs, sockets }),
    connections: connectionsPerOriginMax,
    keepAliveTimeout: idleTimeoutMs,
    keepAliveMaxTimeout: idleTimeoutMaxMs,
  });
  return { agent, calls: new Set(), sockets };
}

/** Ends calls under way as `closed`, and all connections. Later calls fail as `closed`. */
export async function closeLine({ agent, calls, sockets }: Line): Promise<void> {
  const closing = new CallFault('closed', 'The call ended because this service is shutting down.');
  for (const call of calls) call.abort(closing);
  const ended = agent.destroy();
  // The agent forgets sockets that are still connecting.
  for (const socket of sockets) socket.destroy();
  await ended;
}

/** What is sent, and for how long an answer is waited for. */
export interface Exchange {
  method: 'POST' | 'GET';
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
}

/**
 * One request and its answer as `read` takes it, both within the time limit, which counts from now to the last byte
 * read. Throws a `CallFault` when there is no answer.
 */
export async function exchange<T>(
  { agent, calls }: Line,
  target: URL,
  { method, headers, body, timeoutMs }: Exchange,
  read: (response: Dispatcher.ResponseData) => Promise<T>,
): Promise<T> {
  const call = new AbortController();
  const timer = setTimeout(() => call.abort(lateFault(target, timeoutMs)), timeoutMs);
  calls.add(call);
  try {
    const response = request(target, { dispatcher: agent, method, headers, body, signal: call.signal });
    return await Promise.race([response.then(read), untilAborted(call.signal)]);
  } catch (error) {
    throw toCallFault(error, target.host);
  } finally {
    clearTimeout(timer);
    calls.delete(call);
  }
}

function lateFault({ host }: URL, timeoutMs: number): CallFault {
  return new CallFault('timeout', `${host} did not answer completely within ${timeoutMs} ms.`);
}

/**
 * Rejects when the signal aborts. Needed beside handing the signal to the client, which looks at it only once a
 * connection is there; the call is then dropped unsent.
 */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The first `bytesMax` bytes of a body, and whether that is all of it; if not, its connection is dropped. */
export async function readUpTo(bytesMax: number, body: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the body, and with it the connection.
    if (size > bytesMax) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, bytesMax), isWhole: size <= bytesMax };
}
