// Webhooks in a burst: how fast they are delivered, against a bare program that sends the same, and what it does to
// those who ask for a customer meanwhile.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { publishDueEvents } from 'frontdesk/src/core/webhooks/publishing.ts';
import type { Parts } from 'frontdesk/src/parts.ts';
import { productionSettings, type Running, startFrontdesk } from '#bench/load/processes.ts';
import { peopleOf } from '#bench/seed/people.ts';
import type { Tenant, TradingTenant } from '#bench/seed/seed.ts';
import type { BareAnswer, BareQuestion } from './bare-sender.ts';
import { startHelper } from './helper-process.ts';
import { type PacedGets, startPacedGets } from './paced-gets.ts';
import { type Aside, type Receivers, startReceivers, type Tally } from './receivers.ts';
import { pathOf, subscribe, writeBurst } from './told-houses.ts';

/** What the topic is run with. */
export interface WebhooksRun {
  databaseUrl: string;
  /** Over that database, with `loopbackSettings`. */
  parts: Parts;
  folder: string;
  /** The organizations that are told, ten subscriptions each. */
  houses: Tenant[];
  /** One with 1,000 subscriptions; its customers are also those who are got. */
  usual: TradingTenant;
  /** Of the burst, over all organizations. */
  events: number;
  /** Seconds of requests without a burst, before it and after it. */
  idleSeconds: number;
  /** Folder for a profile of Frontdesk during the burst, if one is wanted. */
  profiles: string | undefined;
}

/** As in production, but that receivers may be on this machine, which is all that this mode changes on a server. */
export const loopbackSettings = { ...productionSettings, NODE_ENV: 'development' };

/** Milliseconds within which a part of the requests was answered. */
export interface Times {
  count: number;
  p50: number;
  p99: number;
}

/** How a burst was delivered to all receivers, or to all but the one that is not counted. */
export interface Burst extends Tally {
  /** Deliveries there were. */
  expected: number;
  /** From when the events were there to the last delivery. */
  seconds: number;
  /** The same to the half of the deliveries. */
  halfSeconds: number;
}

/** What came of it. */
export interface WebhookFigures {
  houses: number;
  subscriptions: number;
  events: number;
  getsPerSecond: number;
  burst: Burst;
  idle: Times;
  during: Times;
  /** Deliveries a second of the bare program, before and after. */
  bareRates: number[];
  bareCount: number;
  /** Processor time of Frontdesk's process for each delivery of the burst, with the requests'. */
  cpuMicroseconds: number;
  rssBytes: number;
  /** Smaller bursts, without and with one receiver that never answers. */
  calm: Burst[];
  hanging: Burst[];
  /** All subscriptions in one organization. */
  together: Burst;
}

const subscriptionsEach = 10;
const subscriptionsTogether = 1_000;
const getsPerSecond = 100;
const smallBurstPart = 10;
const bareBurstPart = 5;
const togetherEvents = 20;
const turnsOfHanging = 3;
const warmUpSeconds = 3;

/** Runs the topic. Throws when a delivery is missing after a long time, or a request fails. */
export async function measureWebhooks(run: WebhooksRun): Promise<WebhookFigures> {
  const { parts, houses, usual } = run;
  const receivers = await startReceivers();
  const gets = startPacedGets();
  try {
    await subscribe(parts, houses, { urls: receivers.urls, each: subscriptionsEach });
    await subscribe(parts, [usual], { urls: receivers.urls, each: subscriptionsTogether });
    const before = await sendBare(run, receivers);
    const frontdesk = await startFrontdesk(
      { ...loopbackSettings, DATABASE_URL: run.databaseUrl },
      run.folder,
    );
    const measured = await measureFrontdesk(run, { receivers, gets, frontdesk }).finally(frontdesk.stop);
    const after = await sendBare(run, receivers);
    const bareRates = [before, after].map(({ count, seconds }) => count / seconds);
    return {
      ...{ houses: houses.length, subscriptions: houses.length * subscriptionsEach, events: run.events },
      ...{ getsPerSecond, bareRates, bareCount: before.count, ...measured },
    };
  } finally {
    await Promise.all([receivers.stop(), gets.stop()]);
  }
}

/** Has the bare program deliver a part of the burst, of events that Frontdesk has numbered and lined up. */
async function sendBare(run: WebhooksRun, receivers: Receivers): Promise<BareAnswer> {
  const { parts, databaseUrl, houses, events } = run;
  await receivers.begin();
  await writeBurst(parts, databaseUrl, houses, events / bareBurstPart / houses.length);
  while ((await publishDueEvents(parts.db, parts.platform.clock)) > 0);
  const sender = startHelper<BareQuestion, BareAnswer>('./bare-sender.ts', { DATABASE_URL: databaseUrl });
  try {
    return await sender.ask({ organizationIds: houses.map(({ organization }) => organization.id) });
  } finally {
    await sender.stop();
  }
}

interface Means {
  receivers: Receivers;
  gets: PacedGets;
  frontdesk: Running;
}

async function measureFrontdesk(run: WebhooksRun, means: Means) {
  const { usual, idleSeconds } = run;
  await getFor(run, means, warmUpSeconds);
  const idleBefore = await getFor(run, means, idleSeconds);
  const before = await means.frontdesk.figures();
  const endProfile = run.profiles && (await means.frontdesk.profile());
  const { burst, times } = await burstWhileAsking(run, means);
  if (endProfile) await endProfile(join(run.profiles!, 'webhooks.cpuprofile'));
  const after = await means.frontdesk.figures();
  const idleAfter = await getFor(run, means, idleSeconds);
  const together = await sendBurst(run, means, {
    houses: [usual],
    each: togetherEvents,
    subscriptions: subscriptionsTogether,
  });
  return {
    burst,
    together,
    during: timesOf(times),
    // Of the two the calmer: what a burst leaves behind for the database to tidy up is no measure of rest.
    idle: [idleBefore, idleAfter].map(timesOf).toSorted((one, other) => one.p99 - other.p99)[0]!,
    cpuMicroseconds: ((after.cpuSeconds - before.cpuSeconds) * 1e6) / burst.count,
    rssBytes: after.rssBytes,
    ...(await compareHanging(run, means)),
  };
}

/** Sends small bursts in turns: one receiver, which is not counted, answers like the others or hangs. */
async function compareHanging(run: WebhooksRun, means: Means) {
  const { houses, events } = run;
  const small = { houses, each: events / smallBurstPart / houses.length };
  const path = pathOf(houses[0]!.organization, 0);
  const calm: Burst[] = [];
  const hanging: Burst[] = [];
  for (let turn = 0; turn < turnsOfHanging; turn += 1) {
    calm.push(await sendBurst(run, means, { ...small, aside: { path, hangs: false } }));
    hanging.push(await sendBurst(run, means, { ...small, aside: { path, hangs: true } }));
  }
  return { calm, hanging };
}

async function burstWhileAsking(run: WebhooksRun, means: Means) {
  await means.gets.begin(loadOf(run, means));
  const burst = await sendBurst(run, means, { houses: run.houses, each: run.events / run.houses.length });
  return { burst, times: await means.gets.end() };
}

async function getFor(run: WebhooksRun, means: Means, seconds: number): Promise<number[]> {
  await means.gets.begin(loadOf(run, means));
  await pause(seconds * 1_000);
  return means.gets.end();
}

function loadOf({ usual }: WebhooksRun, { frontdesk }: Means) {
  const people = [...peopleOf(usual.organization.id, usual.customers)];
  return {
    url: frontdesk.url,
    headers: { authorization: `Bearer ${usual.apiKey}` },
    paths: people.map(({ id }) => `/api/v1/customers/${id}`),
    perSecond: getsPerSecond,
  };
}

interface BurstWish {
  houses: Tenant[];
  /** Events of each. */
  each: number;
  /** Of each; ten unless said. */
  subscriptions?: number;
  /** The receiver that is not counted. */
  aside?: Aside;
}

async function sendBurst(run: WebhooksRun, { receivers }: Means, wish: BurstWish): Promise<Burst> {
  const { houses, each, subscriptions = subscriptionsEach, aside } = wish;
  const expected = (houses.length * subscriptions - (aside ? 1 : 0)) * each;
  await receivers.begin(aside);
  const writtenAt = await writeBurst(run.parts, run.databaseUrl, houses, each);
  const deadline = AbortSignal.timeout(expected * 20 + 60_000);
  while ((await receivers.count()) < expected) {
    if (deadline.aborted) throw new Error(`${await receivers.count()} of ${expected} deliveries came.`);
    await pause(200);
  }
  const tally = await receivers.tally();
  const since = (moment: number) => (moment - writtenAt) / 1_000;
  return { ...tally, expected, seconds: since(tally.lastAt), halfSeconds: since(tally.halfAt) };
}

function timesOf(times: number[]): Times {
  const sorted = times.toSorted((left, right) => left - right);
  const within = (part: number) => sorted[Math.floor(part * sorted.length)] ?? Number.NaN;
  return { count: sorted.length, p50: within(0.5), p99: within(0.99) };
}
