// What a query is handed: a tagged template that runs SQL, bound to one organization.
import type { Fragment, PendingQuery, Row } from 'postgres';

type Value = unknown;

/** Runs SQL: tx`select …`. Values become bound parameters; a template not awaited can be nested as a fragment. */
export type Sql = <T extends object[] = Row[]>(
  template: TemplateStringsArray,
  ...values: Value[]
) => PendingQuery<T>;

/** The database as one organization sees it, inside one read or one transaction. */
export interface Tx extends Sql {
  readonly organizationId: string;
}

/** The database across organizations. Only the files named in `test/architecture.test.ts` may ask for it. */
export interface RootTx extends Sql {
  readonly root: true;
}

/** A piece of SQL to nest in a query. */
export type SqlFragment = Fragment | PendingQuery<Row[]>;

/** The ways into the database for one organization. */
export interface TenantDb {
  /** Runs reads; they see committed state, each statement its own snapshot. */
  read<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs a transaction: commits when `work` returns, rolls back when it throws. */
  write<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs one statement, which is a transaction by itself: without BEGIN and COMMIT it takes a third of the messages.
   * `work` must not run a second one.
   */
  writeOne<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Opens a transaction that the caller ends. */
  open(organizationId: string): Promise<OpenTransaction>;
}

/** The way into the database across organizations. */
export interface RootDb {
  /** Runs a transaction that row-level security does not bind. */
  root<T>(work: (tx: RootTx) => Promise<T>): Promise<T>;
}

/** A transaction held open by its owner, who must end it. */
export interface OpenTransaction {
  tx: Tx;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** The constraint a failed write ran into, or `undefined` when the error is something else. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!isPostgresError(error)) return undefined;
  const integrityViolation = error.code.startsWith('23');
  return integrityViolation ? error.constraint_name : undefined;
}

/** Whether a row could not be removed, or was not to be found, because of a link between rows (SQLSTATE 23503). */
export function isReferenced(error: unknown): boolean {
  return isPostgresError(error) && error.code === '23503';
}

/**
 * Whether the database refused a write for what it held (SQLSTATE classes 22, 23, 54) or for what others wrote at the
 * same time (40): with other values, or a little later, it may pass.
 */
export function isRefused(error: unknown): boolean {
  return isPostgresError(error) && /^(22|23|40|54)/.test(error.code);
}

/** Whether a wait for a lock ran into its time limit (SQLSTATE 55P03). */
export function isLockTimeout(error: unknown): boolean {
  return isPostgresError(error) && error.code === '55P03';
}

/**
 * Whether the database is at fault and the same statement may succeed soon: it could not be reached or went away, as it
 * does while it restarts, or it gave a statement up for want of time, space or a lock.
 */
export function isConnectionFault(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && [lostConnection, hungUp, givenUp].some((codes) => codes.test(code));
}

const lostConnection =
  /^(CONNECTION_\w+|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|08\d{3}|57P0[1235]|25P03|LANE_LOST)$/;

// What Node makes of words to a server that has hung up, until the client has noticed: the connection takes no more.
const hungUp = /^ERR_(STREAM_WRITE_AFTER_END|STREAM_DESTROYED|SOCKET_CLOSED)$/;

// Deadlocks and other conflicts of transactions, lock and statement timeouts, full disks and connection limits, and a
// server that takes no writes because another has taken over.
const givenUp = /^(40001|40P01|55P03|57014|53\d{3}|25006)$/;

function isPostgresError(error: unknown): error is { code: string; constraint_name?: string } {
  return error instanceof Error && error.name === 'PostgresError';
}
