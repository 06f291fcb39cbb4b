// Which column of a file holds which field.
import type { CustomerParameter } from '#core/customers/customer-parameter.ts';
import { parameterNamed } from '#core/customers/customer-parameters.ts';
import { Fault } from '#kit/fault.ts';
import {
  type ColumnField,
  columnFields,
  fieldNamed,
  foldHeading,
  listFields,
} from '#src/cli/customer-import/headings.ts';

/** What a column holds: a built-in field, a custom parameter, or nothing that is imported, and why not. */
export type ColumnTarget =
  | { kind: 'field'; field: ColumnField }
  | { kind: 'parameter'; parameter: CustomerParameter }
  | { kind: 'none'; reason: 'ignored' | 'unknown' | 'second' };

/** A column of the file. */
export interface Column {
  heading: string;
  target: ColumnTarget;
}

/** What the caller says about columns. */
export interface MappingOptions {
  /** `Heading=field` each. */
  map?: string[] | undefined;
  /** Headings. */
  ignore?: string[] | undefined;
}

/**
 * Finds what each column holds: as the caller says, else a custom parameter with the heading as name or key, else what
 * the heading commonly means. Of two columns for a field that has one value, the first counts. Throws a Fault when the
 * caller names a heading or field that is not there, or when no column says who anybody is.
 */
export function mapColumns(
  headings: string[],
  parameters: readonly CustomerParameter[],
  { map = [], ignore = [] }: MappingOptions,
): Column[] {
  const said = new Map<number, ColumnTarget>();
  for (const heading of ignore)
    said.set(placeOf(headings, heading, '--ignore'), { kind: 'none', reason: 'ignored' });
  for (const pair of map) {
    const [heading, name] = splitPair(pair);
    said.set(placeOf(headings, heading, '--map'), targetNamed(name, parameters));
  }
  const columns = headings.map((heading, place) => ({
    heading: heading || `(column ${place + 1})`,
    target: said.get(place) ?? guessTarget(heading, parameters),
  }));
  completeHalfNames(columns, said);
  dropSeconds(columns, said);
  requireSomebody(columns);
  return columns;
}

/** The heading of the first column that holds a field. */
export function headingOf(columns: Column[], field: ColumnField): string | undefined {
  return columns.find(({ target }) => target.kind === 'field' && target.field === field)?.heading;
}

function guessTarget(heading: string, parameters: readonly CustomerParameter[]): ColumnTarget {
  const parameter = parameterWithHeading(heading, parameters);
  if (parameter) return { kind: 'parameter', parameter };
  const field = fieldNamed(heading);
  return field ? { kind: 'field', field } : { kind: 'none', reason: 'unknown' };
}

function parameterWithHeading(
  heading: string,
  parameters: readonly CustomerParameter[],
): CustomerParameter | undefined {
  const folded = foldHeading(heading);
  if (!folded) return undefined;
  const custom = parameters.filter(({ system, archived }) => !system && !archived);
  return custom.find(({ key, name }) => foldHeading(key) === folded || foldHeading(name) === folded);
}

function targetNamed(name: string, parameters: readonly CustomerParameter[]): ColumnTarget {
  const field = columnFields.find((candidate) => foldHeading(candidate) === foldHeading(name));
  if (field) return { kind: 'field', field };
  const custom = parameters.filter(({ system, archived }) => !system && !archived);
  const parameter = parameterNamed(custom, name) ?? parameterWithHeading(name, custom);
  if (parameter) return { kind: 'parameter', parameter };
  const known = [...columnFields, ...custom.map(({ key }) => key)].join(', ');
  throw new Fault('invalid', 'invalid_mapping', `--map: there is no field ${name}. Fields are ${known}.`);
}

/** `Heading=field`; the heading may have an = of its own. */
function splitPair(pair: string): [heading: string, name: string] {
  const sign = pair.lastIndexOf('=');
  const [heading, name] = [pair.slice(0, Math.max(sign, 0)).trim(), pair.slice(sign + 1).trim()];
  if (heading && name) return [heading, name];
  throw new Fault('invalid', 'invalid_mapping', `--map ${pair}: write it as "Heading=field".`);
}

function placeOf(headings: string[], wanted: string, option: string): number {
  const exact = headings.indexOf(wanted);
  const place =
    exact >= 0 ? exact : headings.findIndex((heading) => foldHeading(heading) === foldHeading(wanted));
  if (place >= 0) return place;
  const there = headings.filter(Boolean).join(', ');
  throw new Fault(
    'invalid',
    'unknown_heading',
    `${option}: the file has no heading ${wanted}. It has ${there}.`,
  );
}

/** `Vorname; Name` and `Nombre; Apellidos`: beside one half, a plain name is the other. */
function completeHalfNames(columns: Column[], said: Map<number, ColumnTarget>): void {
  const holds = (field: ColumnField) => headingOf(columns, field) !== undefined;
  const half = holds('firstName') ? 'lastName' : 'firstName';
  if (holds('firstName') === holds('lastName')) return;
  for (const [place, column] of columns.entries()) {
    const isWhole = /full|complet|voll|volledig|fuld/.test(foldHeading(column.heading));
    const isName = column.target.kind === 'field' && column.target.field === 'name';
    if (isName && !isWhole && !said.has(place)) column.target = { kind: 'field', field: half };
  }
}

function dropSeconds(columns: Column[], said: Map<number, ColumnTarget>): void {
  const taken = new Set<string>();
  // What the caller says comes before what is guessed.
  const inOrder = [...columns.entries()].sort(
    ([left], [right]) => Number(said.has(right)) - Number(said.has(left)),
  );
  for (const [, column] of inOrder) {
    const { target } = column;
    if (target.kind === 'none' || (target.kind === 'field' && listFields.has(target.field))) continue;
    const name = target.kind === 'field' ? target.field : target.parameter.id;
    if (taken.has(name)) column.target = { kind: 'none', reason: 'second' };
    taken.add(name);
  }
}

function requireSomebody(columns: Column[]): void {
  const names: ColumnField[] = [
    'firstName',
    'lastName',
    'name',
    'displayName',
    'email',
    'phone',
    'customerNumber',
  ];
  if (names.some((field) => headingOf(columns, field) !== undefined)) return;
  const headings = columns.map(({ heading }) => heading).join(', ');
  const advice = 'Say which column is which with --map "Heading=email".';
  const message = `No heading names a person, an email, a phone or a customer number (they are: ${headings}). ${advice}`;
  throw new Fault('invalid', 'unknown_headings', message);
}
