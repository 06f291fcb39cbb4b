// The connections to the database. A lane is one connection that remembers for which organization its session is
// set (role and `app.organization_id`, which row-level security reads), so that the setting goes out only when it
// changes and in the same flight as the query. Why: docs/decisions/0003.
import type postgres from 'postgres';
import type { PendingQuery, Row } from 'postgres';
import { laneLost, trueAnswers } from '#db/true-answers.ts';
import type { RootDb, Sql, TenantDb } from '#db/tx.ts';

/** The role whose statements row-level security binds. Made by the first migration. */
export const tenantRole = 'frontdesk_tenant';

/** Whose session a lane holds: an organization's id, or everybody's. */
type Tenant = string;
const everybody: Tenant = 'root';

interface Lane {
  sql: postgres.Sql;
  /** For whom the session is set. */
  tenant: Tenant | undefined;
  /** For whom the lane was last taken; the session is set for them at the first statement. */
  takenFor: Tenant | undefined;
  /** The outcome of the last setting for a tenant: what was run after a failed one has seen the wrong rows, or none. */
  setting: Promise<unknown>;
  /** Counts the connections this lane has had; a transaction that sees it move has lost its connection. */
  epoch: number;
  reads: number;
  taken: boolean;
  /** Drops the connection, and with it whatever its session holds; the next statement makes a new one. */
  renew(): void;
}

interface Waiter {
  tenant: Tenant;
  alone: boolean;
  start(lane: Lane): void;
}

/** The pool of lanes. Every way into the database goes through it. */
export interface Lanes extends TenantDb, RootDb {
  /**
   * Runs statements that no transaction may hold, such as VACUUM, on a connection that row-level security does not bind.
   * Each is a transaction by itself.
   */
  outside<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Several reads of one organization share a lane, this many at a time, before further ones wait. */
const readsPerLane = 4;

/** Opens `count` lanes lazily: a connection is made at its first use. */
export function openLanes(count: number, connect: (onLost: () => void) => postgres.Sql): Lanes {
  const lanes = Array.from({ length: count }, () => makeLane(connect));
  const waiters: Waiter[] = [];
  let closed = false;

  function acquire(tenant: Tenant, alone: boolean): Lane | Promise<Lane> {
    if (closed) return Promise.reject(laneLost());
    const lane = waiters.length === 0 ? fittingLane(lanes, tenant, alone) : undefined;
    if (lane) return take(lane, tenant, alone);
    return new Promise((resolve) => waiters.push({ tenant, alone, start: resolve }));
  }

  function release(lane: Lane, alone: boolean) {
    if (alone) lane.taken = false;
    else lane.reads -= 1;
    while (waiters.length > 0) {
      const next = waiters[0]!;
      const fit = fits(lane, next.tenant, next.alone) ? lane : fittingLane(lanes, next.tenant, next.alone);
      if (!fit) return;
      waiters.shift();
      next.start(take(fit, next.tenant, next.alone));
    }
  }

  async function begin(tenant: Tenant) {
    const lane = await acquire(tenant, true);
    return beginOn(lane, tenant, () => release(lane, true));
  }

  async function write<T>(tenant: Tenant, work: (sql: Sql) => Promise<T>): Promise<T> {
    return settle(await begin(tenant), work);
  }

  async function settle<T>(transaction: Awaited<ReturnType<typeof begin>>, work: (sql: Sql) => Promise<T>) {
    let result: T;
    try {
      result = await work(transaction.sql);
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
    await transaction.commit();
    return result;
  }

  return {
    async read(organizationId, work) {
      const lane = await acquire(organizationId, false);
      const settings = new Set<Promise<unknown>>();
      // Asked before each statement: a connection lost in between comes back as nobody's.
      const sql: Sql = (template, ...values) => {
        settings.add(become(lane, organizationId));
        return runOn(lane, template, values);
      };
      try {
        return await work(Object.assign(sql, { organizationId }));
      } finally {
        // What was read without its setting is not to be believed, nor is an error that was made of it.
        await Promise.all(settings).finally(() => release(lane, false));
      }
    },
    write: (organizationId, work) =>
      write(organizationId, (sql) => work(Object.assign(sql, { organizationId }))),
    async writeOne(organizationId, work) {
      const lane = await acquire(organizationId, true);
      const done = () => release(lane, true);
      const bound = (sql: Sql) => work(Object.assign(sql, { organizationId }));
      // A transaction can wait for the session's setting before it commits; a lone statement needs it beforehand.
      if (lane.tenant !== organizationId) return settle(beginOn(lane, organizationId, done), bound);
      const { epoch } = lane;
      const truly = trueAnswers(() => lane.epoch !== epoch);
      try {
        return await bound((template, ...values) => truly(runOn(lane, template, values)));
      } finally {
        done();
      }
    },
    async open(organizationId) {
      const { sql, commit, rollback } = await begin(organizationId);
      return { tx: Object.assign(sql, { organizationId }), commit, rollback };
    },
    root: (work) => write(everybody, (sql) => work(Object.assign(sql, { root: true as const }))),
    async outside(work) {
      const lane = await acquire(everybody, true);
      try {
        await become(lane, everybody);
        return await work((template, ...values) => runOn(lane, template, values));
      } finally {
        release(lane, true);
      }
    },
    async close() {
      closed = true;
      await Promise.all(lanes.map((lane) => lane.sql.end({ timeout: 5 })));
    },
  };
}

/**
 * A lane whose connection is lost gets a new client: the client's own reconnecting would send what was meant for the
 * old session, and one that lost its socket while writing never writes again.
 */
function makeLane(connect: (onLost: () => void) => postgres.Sql): Lane {
  const lane: Lane = {
    sql: undefined as never,
    tenant: undefined,
    takenFor: undefined,
    setting: Promise.resolve(),
    epoch: 0,
    reads: 0,
    taken: false,
    renew() {
      const lost: postgres.Sql | undefined = lane.sql;
      const client = connect(() => {
        // A client that was replaced may tell of its end more than once.
        if (lane.sql === client) lane.renew();
      });
      lane.sql = client;
      lane.tenant = undefined;
      lane.epoch += 1;
      lost?.end({ timeout: 0 }).catch(() => undefined);
    },
  };
  lane.renew();
  return lane;
}

function take(lane: Lane, tenant: Tenant, alone: boolean): Lane {
  lane.takenFor = tenant;
  if (alone) lane.taken = true;
  else lane.reads += 1;
  return lane;
}

function fits(lane: Lane, tenant: Tenant, alone: boolean): boolean {
  if (lane.taken) return false;
  if (lane.reads === 0) return true;
  return !alone && lane.takenFor === tenant && lane.reads < readsPerLane;
}

/** The best lane: idle and already set for the tenant, then idle, then one that reads for the same tenant. */
function fittingLane(lanes: Lane[], tenant: Tenant, alone: boolean): Lane | undefined {
  let best: Lane | undefined;
  for (const lane of lanes) {
    if (!fits(lane, tenant, alone)) continue;
    if (lane.reads === 0 && lane.tenant === tenant) return lane;
    if (!best || (best.reads > 0 && lane.reads === 0)) best = lane;
  }
  return best;
}

/**
 * Sets the session for a tenant, in the same flight as what follows, and returns the outcome, which whoever runs what
 * follows must wait for. A connection made anew starts as the tenant role with no organization, and sees none.
 */
function become(lane: Lane, tenant: Tenant): Promise<unknown> {
  if (lane.tenant === tenant) return lane.setting;
  const role = tenant === everybody ? 'none' : tenantRole;
  const organizationId = tenant === everybody ? '' : tenant;
  lane.tenant = tenant;
  const setting = lane.sql`
    select set_config('role', ${role}, false), set_config('app.organization_id', ${organizationId}, false)
  `.execute();
  lane.setting = setting;
  setting.catch(() => {
    lane.tenant = undefined;
  });
  return setting;
}

function beginOn(lane: Lane, tenant: Tenant, done: () => void) {
  const ready = become(lane, tenant);
  const begun = lane.sql`begin`.execute();
  begun.catch(() => undefined);
  const epoch = lane.epoch;
  let ended = false;
  const truly = trueAnswers(() => lane.epoch !== epoch);

  const sql: Sql = (template, ...values) => {
    if (ended || lane.epoch !== epoch) throw laneLost();
    return truly(runOn(lane, template, values));
  };
  async function end(statement: PendingQuery<Row[]> | undefined) {
    ended = true;
    try {
      return await statement;
    } catch (error) {
      // Nobody knows whether the session still holds the transaction.
      if (lane.epoch === epoch) lane.renew();
      throw error;
    } finally {
      done();
    }
  }
  async function rollback() {
    if (ended) return;
    // Without its connection the transaction is gone already; a rollback that fails has just lost it.
    if (lane.epoch === epoch) await end(lane.sql`rollback`).catch(() => undefined);
    else await end(undefined);
  }
  async function commit() {
    try {
      await Promise.all([ready, begun]);
      if (ended || lane.epoch !== epoch) throw laneLost();
    } catch (error) {
      await rollback();
      throw error;
    }
    const committed = await end(lane.sql`commit`);
    // COMMIT of a transaction in which a statement failed answers ROLLBACK, without an error.
    if (committed?.command !== 'COMMIT')
      throw new Error('A failed statement was passed over: nothing is written.');
  }
  return { sql, commit, rollback };
}

function runOn<T extends object[]>(lane: Lane, template: TemplateStringsArray, values: unknown[]) {
  return lane.sql<T>(template, ...(values as never[]));
}
