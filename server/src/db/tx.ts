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

/** Whether a wait for a lock ran into its time limit (SQLSTATE 55P03). */
export function isLockTimeout(error: unknown): boolean {
  return isPostgresError(error) && error.code === '55P03';
}

/** Whether the database itself could not be reached or went away, as it does while it restarts. */
export function isConnectionFault(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && connectionFaults.test(code);
}

const connectionFaults =
  /^(CONNECTION_\w+|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|08\d{3}|57P0[123]|53300|LANE_LOST)$/;

function isPostgresError(error: unknown): error is { code: string; constraint_name?: string } {
  return error instanceof Error && error.name === 'PostgresError';
}
