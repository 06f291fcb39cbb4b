// Which column of a file holds which field.
import type { CustomerParameter } from '#core/customer-parameters/customer-parameter.ts';
import { parameterNamed } from '#core/customer-parameters/customer-parameters.ts';
import { Fault } from '#kit/fault.ts';
import { foldHeading } from '#src/cli/imports/heading-names.ts';

/** What a column holds: a built-in field, a defined or a free custom field, or nothing that is imported, and why not. */
export type ColumnTarget<Field extends string = string> =
  | { kind: 'field'; field: Field }
  | { kind: 'parameter'; parameter: CustomerParameter }
  | { kind: 'custom'; key: string }
  | { kind: 'none'; reason: 'ignored' | 'unknown' | 'second' };

/** A column of the file. */
export interface Column<Field extends string = string> {
  heading: string;
  target: ColumnTarget<Field>;
}

/** What the columns of one kind of list can hold. */
export interface ColumnBook<Field extends string> {
  fields: readonly Field[];
  /** The field that a heading commonly means. */
  fieldNamed(heading: string): Field | undefined;
  /** Fields that several columns may hold. */
  lists?: ReadonlySet<Field>;
  /** Custom fields that columns may hold too. */
  parameters?: readonly CustomerParameter[];
  /** Whether columns may hold custom fields that nobody has defined, named as `customFields.key`. */
  hasFreeFields?: boolean;
  /** Puts right what only the columns together tell. `isSaid`: whether the caller says what the column at a place holds. */
  complete?(columns: Column<Field>[], isSaid: (place: number) => boolean): void;
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
 * caller names a heading or field that is not there.
 */
export function mapColumns<Field extends string>(
  headings: string[],
  book: ColumnBook<Field>,
  { map = [], ignore = [] }: MappingOptions,
): Column<Field>[] {
  const said = new Map<number, ColumnTarget<Field>>();
  for (const heading of ignore)
    said.set(placeOf(headings, heading, '--ignore'), { kind: 'none', reason: 'ignored' });
  for (const pair of map) {
    const [heading, name] = splitPair(pair);
    said.set(placeOf(headings, heading, '--map'), targetNamed(name, book));
  }
  const columns = headings.map((heading, place) => ({
    heading: heading || `(column ${place + 1})`,
    target: said.get(place) ?? guessTarget(heading, book),
  }));
  book.complete?.(columns, (place) => said.has(place));
  dropSeconds(columns, book, said);
  return columns;
}

/** Refuses a file in which none of these fields has a column. `missing` is what it then lacks, in words. */
export function requireColumn<Field extends string>(
  columns: Column<Field>[],
  fields: readonly Field[],
  missing: string,
): void {
  if (fields.some((field) => headingOf(columns, field) !== undefined)) return;
  const headings = columns.map(({ heading }) => heading).join(', ');
  const advice = `Say which column is which with --map "Heading=${fields.at(-1)}".`;
  const message = `No heading names ${missing} (they are: ${headings}). ${advice}`;
  throw new Fault('invalid', 'unknown_headings', message);
}

/** The heading of the first column that holds a field. */
export function headingOf<Field extends string>(columns: Column<Field>[], field: Field): string | undefined {
  return columns.find(({ target }) => target.kind === 'field' && target.field === field)?.heading;
}

function guessTarget<Field extends string>(
  heading: string,
  { parameters = [], fieldNamed, hasFreeFields }: ColumnBook<Field>,
): ColumnTarget<Field> {
  const key = hasFreeFields ? freeKey(heading) : undefined;
  if (key) return { kind: 'custom', key };
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

function targetNamed<Field extends string>(
  name: string,
  { fields, parameters = [], hasFreeFields }: ColumnBook<Field>,
): ColumnTarget<Field> {
  const key = hasFreeFields ? freeKey(name) : undefined;
  if (key) return { kind: 'custom', key };
  const field = fields.find((candidate) => foldHeading(candidate) === foldHeading(name));
  if (field) return { kind: 'field', field };
  const custom = parameters.filter(({ system, archived }) => !system && !archived);
  const parameter = parameterNamed(custom, name) ?? parameterWithHeading(name, custom);
  if (parameter) return { kind: 'parameter', parameter };
  const free = hasFreeFields ? ['customFields.…'] : [];
  const known = [...fields, ...custom.map((one) => one.key), ...free].join(', ');
  throw new Fault('invalid', 'invalid_mapping', `--map: there is no field ${name}. Fields are ${known}.`);
}

/** `customFields.budget` names the free field `budget`. */
function freeKey(name: string): string | undefined {
  return /^customFields\.(\S.*)$/i.exec(name.trim())?.[1];
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

function dropSeconds<Field extends string>(
  columns: Column<Field>[],
  { lists }: ColumnBook<Field>,
  said: Map<number, ColumnTarget<Field>>,
): void {
  const taken = new Set<string>();
  // What the caller says comes before what is guessed.
  const inOrder = [...columns.entries()].sort(
    ([left], [right]) => Number(said.has(right)) - Number(said.has(left)),
  );
  for (const [, column] of inOrder) {
    const { target } = column;
    if (target.kind === 'none' || (target.kind === 'field' && lists?.has(target.field))) continue;
    const name = nameOf(target);
    if (taken.has(name)) column.target = { kind: 'none', reason: 'second' };
    taken.add(name);
  }
}

function nameOf(target: Exclude<ColumnTarget, { kind: 'none' }>): string {
  if (target.kind === 'field') return target.field;
  return target.kind === 'parameter' ? target.parameter.id : `customFields.${target.key}`;
}
