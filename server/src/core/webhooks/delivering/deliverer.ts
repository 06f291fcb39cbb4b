// The workers of a process: claims due subscriptions of all organizations and works them off, many at once.
import { type OrganizationDirectory, openDirectory } from '#core/organizations/organization-directory.ts';
import { openScope, type Platform } from '#core/scope.ts';
import { callMsMax } from '#core/webhooks/delivering/attempt.ts';
import { openCallPace } from '#core/webhooks/delivering/call-pace.ts';
import {
  type Claim,
  claimDueSubscriptions,
  type WorkerPool,
} from '#core/webhooks/delivering/claim-queries.ts';
import { openDatabaseTurns } from '#core/webhooks/delivering/database-turns.ts';
import { claimMs } from '#core/webhooks/delivering/delivery-round.ts';
import { openOriginSlots } from '#core/webhooks/delivering/origin-slots.ts';
import { type DeliveryMeans, workOff } from '#core/webhooks/delivering/work-off.ts';
import type { RootDb } from '#db/tx.ts';
import { newId } from '#kit/id.ts';

/** Delivers what is due. */
export interface Deliverer {
  /** Claims due subscriptions as far as there are workers and sets them to work; returns how many. */
  start(): Promise<number>;
  /** Resolves when no worker is at work. */
  idle(): Promise<void>;
  /** Delivers until nothing is due. */
  run(): Promise<void>;
  /** Has workers begin no further call; claims are given back as calls end. */
  stop(): void;
}

/** What stands in for the usual. */
export interface DelivererOptions {
  /** Gives 0 to 1, for the jitter of retries. */
  random?: () => number;
  callMsMax?: number;
  /** Before outcomes that could not be recorded are tried again. */
  recordPauseMs?: number;
  /** Called when a worker has ended, with what is due next perhaps waiting for it. */
  onWorkerFree?: () => void;
}

/** Workers for receivers that answer. Receivers that fail have workers of their own and never hold these up. */
const healthyWorkers = { max: 32, perOrganizationMax: 24 };
const failingWorkers = { max: 8, perOrganizationMax: 6 };
/** As many as the HTTP client has connections for one origin. */
const callLimits = { perOriginMax: 32, perOrganizationMax: 24 };

/** A turn is several times what a transaction takes; few at once, so that most connections are for requests. */
const turnLimits = { turnMs: 20, atOnceMax: 3 };

/** In each turn of the event loop: requests never wait for more than one call to be made. */
const callsPerTurnMax = 1;

/** Workers on one database. Several processes may have some: they share out the work. */
export function openDeliverer(platform: Platform, db: RootDb, options: DelivererOptions = {}): Deliverer {
  const { clock, log } = platform;
  const directory = openDirectory(platform);
  const working = new Map<Claim, Promise<void>>();
  let isStopped = false;
  const means: DeliveryMeans = {
    slots: openOriginSlots(callLimits),
    pace: openCallPace(callsPerTurnMax),
    turns: openDatabaseTurns(turnLimits),
    random: options.random ?? Math.random,
    callMsMax: options.callMsMax ?? callMsMax,
    recordPauseMs: options.recordPauseMs ?? 500,
    isStopping: () => isStopped,
  };

  /** The workers that are free of those for receivers that fail, or of those for receivers that don't. */
  function freeWorkers(isFailing: boolean): WorkerPool {
    const { max, perOrganizationMax } = isFailing ? failingWorkers : healthyWorkers;
    const busy = [...working.keys()].filter((claimed) => claimed.isFailing === isFailing);
    const byOrganization = Map.groupBy(busy, ({ organizationId }) => organizationId);
    return {
      free: max - busy.length,
      perOrganizationMax,
      busy: [...byOrganization].map(([organizationId, { length }]) => ({ organizationId, workers: length })),
    };
  }
  async function claim(): Promise<Claim[]> {
    const [healthy, failing] = [freeWorkers(false), freeWorkers(true)];
    if (isStopped || healthy.free + failing.free === 0) return [];
    const now = clock.now();
    const until = new Date(now.getTime() + claimMs);
    return db.root((tx) => claimDueSubscriptions(tx, { claimId: newId(now), now, until, healthy, failing }));
  }
  async function work(claimed: Claim): Promise<void> {
    const { organizationId, subscriptionId } = claimed;
    try {
      await workOffFor(platform, directory, claimed, means);
    } catch (error) {
      log.error({ err: error, organizationId, subscriptionId }, 'Webhooks could not be delivered.');
    }
    working.delete(claimed);
    options.onWorkerFree?.();
  }
  async function start(): Promise<number> {
    const claims = await claim();
    for (const claimed of claims) working.set(claimed, work(claimed));
    return claims.length;
  }
  async function idle(): Promise<void> {
    while (working.size > 0) await Promise.all(working.values());
  }
  return {
    start,
    idle,
    async run() {
      while ((await start()) > 0) await idle();
    },
    stop() {
      isStopped = true;
    },
  };
}

async function workOffFor(
  platform: Platform,
  directory: OrganizationDirectory,
  claim: Claim,
  means: DeliveryMeans,
): Promise<void> {
  const organization = await directory.byId(claim.organizationId);
  // Deleted just now, and its subscriptions with it.
  if (!organization) return;
  const actor = { type: 'system', id: 'webhooks', name: 'Webhooks' } as const;
  await workOff(openScope(platform, organization, actor), claim, means);
}
