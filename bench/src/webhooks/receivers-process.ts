// Answers webhooks with 204, and remembers of each path what it was told and in which order.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerWith } from './helper-process.ts';
import type { Aside, ReceiversQuestion, Tally } from './receivers.ts';

const origins = 10;

interface Path {
  eventIds: Set<string>;
  /** The highest sequence number that came, by record. */
  latest: Map<string, number>;
}

let aside: Aside | undefined;
let hanging: ServerResponse[] = [];
let paths = new Map<string, Path>();
let times: number[] = [];
let repeated = 0;
let misordered = 0;

const urls = await Promise.all(Array.from({ length: origins }, listen));

answerWith<ReceiversQuestion, unknown>((question) => {
  if (question.ask === 'urls') return urls;
  if (question.ask === 'count') return times.length;
  if (question.ask === 'tally') return tally();
  aside = question.aside;
  for (const response of hanging) response.writeHead(204).end();
  hanging = [];
  paths = new Map();
  times = [];
  repeated = 0;
  misordered = 0;
  return {};
});

async function listen(): Promise<string> {
  const server = createServer(receive).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url!;
  const isAside = path === aside?.path;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (!isAside) note(path, JSON.parse(Buffer.concat(chunks).toString()));
  if (isAside && aside!.hangs) hanging.push(response);
  else response.writeHead(204).end();
}

function note(path: string, event: { id: string; sequence: number; data: { id: string } }): void {
  const { eventIds, latest } = paths.get(path) ?? { eventIds: new Set(), latest: new Map<string, number>() };
  paths.set(path, { eventIds, latest });
  times.push(Date.now());
  if (eventIds.has(event.id)) repeated += 1;
  eventIds.add(event.id);
  const before = latest.get(event.data.id) ?? 0;
  if (event.sequence < before) misordered += 1;
  latest.set(event.data.id, Math.max(before, event.sequence));
}

function tally(): Tally {
  const halfAt = times[Math.floor(times.length / 2)] ?? Number.NaN;
  return { count: times.length, repeated, misordered, halfAt, lastAt: times.at(-1) ?? Number.NaN };
}
