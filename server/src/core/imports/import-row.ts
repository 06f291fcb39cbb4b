// What imports of every kind have in common: a row, what became of it, and what rows are known by. Pure.
import type { FaultDetail } from '#kit/fault.ts';

/** A row of somebody's list, its cells already read as fields. */
export interface ImportRow<Input = unknown> {
  /** Where it stands in its file, to name it by. */
  line: number;
  /** What it says. */
  input: Input;
  /** What is wrong with it already: a row with problems is passed on as bad. */
  problems: FaultDetail[];
}

/** What a row is known by that was not made into a record, since the record is there already. */
export interface AlreadyThere {
  by: 'customerNumber' | 'email' | 'externalId' | 'row';
  /** Number, address or id; empty for a row that is known by all it says. */
  value: string;
  /** The number of the record that has it, or the line of the same file that said it before. */
  owner: { number: string } | { line: number };
}

/** A row that was not made into a record. */
export type PassedOver<Row extends ImportRow = ImportRow> =
  | { row: Row; result: 'already_there'; found: AlreadyThere }
  | { row: Row; result: 'bad'; problems: FaultDetail[] };

/** What became of a row. Only lists whose rows may change what is there update. */
export type RowOutcome<Row extends ImportRow = ImportRow, Made = unknown> =
  | { row: Row; result: 'created'; record: Made }
  | { row: Row; result: 'updated'; record: Made }
  | PassedOver<Row>;

/** A row with what was found wrong with it. */
export interface Candidate<Row extends ImportRow = ImportRow> {
  row: Row;
  problems: FaultDetail[];
}

/** What rows before this one have claimed: kind and value of what they are known by → the line that did. */
export type Claims = Map<string, number>;

/** Who has what a row is known by: the record that does, or else the earlier line that says so. */
export function ownerOf(
  claims: Claims,
  claimed: string,
  holder: string | undefined,
): AlreadyThere['owner'] | undefined {
  if (holder !== undefined) return { number: holder };
  const line = claims.get(claimed);
  return line === undefined ? undefined : { line };
}
