// Which records rows mean that may change what is there: by an id in the other system, else by all that the row says.
// Pure.
import type { AlreadyThere, Candidate, Claims, ImportRow } from '#core/imports/import-row.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

/** A record that is there. */
export interface KnownRecord {
  id: string;
  number: string;
  /** Its id in another system. */
  externalId: string | undefined;
  /** The key of the row it was last imported from, as `rowKeyOf` makes it. */
  key: string | undefined;
}

/** A row that is known by its id, or else by its key. */
export interface KeyedCandidate<Row extends ImportRow<{ externalId?: string | undefined }>>
  extends Candidate<Row> {
  key: string;
}

/**
 * How a row stands to what is there: new; said before, by a row of the same file or the one its record was imported from;
 * or saying something else than that one did.
 */
export type Standing =
  | { is: 'new' }
  | { is: 'there'; found: AlreadyThere }
  | { is: 'changed'; record: KnownRecord }
  | { is: 'unclear'; problem: FaultDetail };

/** How a row stands, by what is known now and what `claims` holds. `what` is what its records are called. */
export function standingOf<Row extends ImportRow<{ externalId?: string | undefined }>>(
  candidate: KeyedCandidate<Row>,
  known: KnownRecord[],
  claims: Claims,
  what: string,
): Standing {
  const { key } = candidate;
  const { externalId } = candidate.row.input;
  const foundAs = (owner: AlreadyThere['owner'], isById: boolean): Standing => ({
    is: 'there',
    found: isById ? { by: 'externalId', value: externalId!, owner } : { by: 'row', value: '', owner },
  });
  const line = claims.get(claimOf(candidate));
  if (line !== undefined) return foundAs({ line }, externalId !== undefined);
  const [byId, second] = externalId ? known.filter((record) => record.externalId === externalId) : [];
  if (second) {
    return { is: 'unclear', problem: problem('externalId', `is the id of more than one ${what}.`) };
  }
  const record = byId ?? known.find((one) => one.key === key);
  if (!record) return { is: 'new' };
  return record.key === key
    ? foundAs({ number: record.number }, byId !== undefined)
    : { is: 'changed', record };
}

/** Claims what a row is known by, for the rows after it. */
export function claimRow<Row extends ImportRow<{ externalId?: string | undefined }>>(
  candidate: KeyedCandidate<Row>,
  claims: Claims,
): void {
  claims.set(claimOf(candidate), candidate.row.line);
}

function claimOf({ row, key }: KeyedCandidate<ImportRow<{ externalId?: string | undefined }>>): string {
  const { externalId } = row.input;
  return externalId ? `id ${externalId}` : `row ${key}`;
}
