// The commands that places, equipment, staff and services have in common: create, list, update and delete. What is
// printed as JSON is what the Admin API shows.
import { type Command, InvalidArgumentError } from 'commander';
import type { Departure, RecordQuery } from '#core/places/kept-records.ts';
import type { Scope } from '#core/scope.ts';
import type { Page } from '#kit/cursor.ts';
import { Fault, missing } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';
import { addCommand, addFamily, type OrganizationOptions, withOrganization } from '#src/cli/command.ts';
import type { Shell } from '#src/cli/context.ts';
import { facts, table } from '#src/cli/shell/conversation.ts';

/** What the commands of a family call, loaded when one of them runs. `Options` is what its options come to. */
export interface RecordOperations<Kept, Options> {
  create(scope: Scope, name: string, options: Options): Promise<Kept>;
  list(scope: Scope, query: RecordQuery): Promise<Page<Kept>>;
  update(scope: Scope, id: string, options: Options): Promise<Kept>;
  remove(scope: Scope, id: string): Promise<Departure>;
  /** The record as the Admin API shows it. */
  view(record: Kept): object;
}

/** A family of commands: its words, its options, and how a list shows its records. */
export interface RecordFamily<Kept, Options> {
  /** The word the commands stand under, like `staff`. */
  name: string;
  summary: string;
  /** How help speaks of one and of all: `a location`, `locations`. */
  one: string;
  many: string;
  /** Command lines after `frontdesk`, of create and of update. */
  examples: { create: [string, ...string[]]; update: [string, ...string[]] };
  /** Adds the options of create and update. */
  addOptions(command: Command): Command;
  /** Adds those that only create has. */
  addCreateOptions?(command: Command): Command;
  /** The columns of a list after id and name. */
  columns: Record<string, (record: Kept) => string>;
  load(): Promise<RecordOperations<Kept, Options>>;
}

/** Adds a family with its four commands, to which the caller can add more. */
export function addRecordFamily<Kept extends { id: string; name: string; status?: string }, Options>(
  program: Command,
  shell: Shell,
  family: RecordFamily<Kept, Options>,
): Command {
  const added = addFamily(program, family.name, family.summary);
  addCreate(added, shell, family);
  addList(added, shell, family);
  addUpdate(added, shell, family);
  addDelete(added, shell, family);
  return added;
}

function addCreate<Kept extends { id: string; name: string }, Options>(
  command: Command,
  shell: Shell,
  { one, examples, addOptions, addCreateOptions = (same) => same, load }: RecordFamily<Kept, Options>,
): void {
  const help = { summary: `Create ${one}`, examples: examples.create };
  addOptions(addCreateOptions(withOrganization(addCommand(command, 'create <name>', help)))).action(
    shell.withParts(async ({ scopeOf, print }, name: string, options: OrganizationOptions & Options) => {
      const { create, view } = await load();
      const record = await create(await scopeOf(options.organization), name, options);
      print(view(record), `Created ${record.name}.\n\n${facts({ Id: record.id })}`);
    }),
  );
}

function addList<Kept extends { id: string; name: string }, Options>(
  command: Command,
  shell: Shell,
  { name, many, columns, load }: RecordFamily<Kept, Options>,
): void {
  withOrganization(
    addCommand(command, 'list', {
      summary: `List ${many}, those out of use too`,
      examples: [`${name} list`, `${name} list --search north --json`],
    }),
  )
    .option('--search <words>', 'only those with all of these words in their name')
    .action(
      shell.withParts(
        async ({ scopeOf, print }, { organization, search }: OrganizationOptions & { search?: string }) => {
          const { list, view } = await load();
          const records = await allOf(await scopeOf(organization), list, search);
          const rows = records.map((record) => [
            record.id,
            record.name,
            ...Object.values(columns).map((cell) => cell(record)),
          ]);
          const shown = table(['id', 'name', ...Object.keys(columns)], rows);
          print(records.map(view), rows.length > 0 ? shown : `There are no ${many}.`);
        },
      ),
    );
}

function addUpdate<Kept extends { id: string; name: string }, Options>(
  command: Command,
  shell: Shell,
  { one, examples, addOptions, load }: RecordFamily<Kept, Options>,
): void {
  const help = {
    summary: `Change ${one}`,
    details:
      'Only what is given changes; an empty text clears. The id may also be the name, if only one has it.',
    examples: examples.update,
  };
  addOptions(withOrganization(addCommand(command, 'update <id>', help))).action(
    shell.withParts(async ({ scopeOf, print }, reference: string, options: OrganizationOptions & Options) => {
      const { list, update, view } = await load();
      const scope = await scopeOf(options.organization);
      const record = await update(scope, await idNamed(scope, list, reference), options);
      print(view(record), `Changed ${record.name} (${record.id}).`);
    }),
  );
}

function addDelete<Kept extends { id: string; name: string }, Options>(
  command: Command,
  shell: Shell,
  { name, one, load }: RecordFamily<Kept, Options>,
): void {
  withOrganization(
    addCommand(command, 'delete <id>', {
      summary: `Delete ${one}`,
      details:
        'What something refers to, such as a booking, goes out of use instead and can be read for good. The id may also be the name, if only one has it.',
      examples: [`${name} delete "North"`],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, reference: string, options: OrganizationOptions) => {
      const { list, remove } = await load();
      const scope = await scopeOf(options.organization);
      const id = await idNamed(scope, list, reference);
      const isDeleted = (await remove(scope, id)) === 'deleted';
      const done = isDeleted
        ? `Deleted ${reference}.`
        : `Took ${reference} out of use: something refers to it.`;
      print({ id, deleted: isDeleted }, done);
    }),
  );
}

type List<Kept> = (scope: Scope, query: RecordQuery) => Promise<Page<Kept>>;

/** The id of the record with this id or, whatever its case, this name. Throws `not_found`, `ambiguous_name`. */
export async function idNamed<Kept extends { id: string; name: string }>(
  scope: Scope,
  list: List<Kept>,
  reference: string,
): Promise<string> {
  if (isUuid(reference)) return reference;
  const name = reference.trim().toLowerCase();
  const found = name === '' ? [] : await allOf(scope, list, name);
  const named = found.filter((record) => record.name.toLowerCase() === name);
  if (named.length === 0) throw missing(`What is called ${reference}`);
  if (named.length === 1) return named[0]!.id;
  const ids = named.map(({ id }) => id).join(', ');
  throw new Fault('invalid', 'ambiguous_name', `Several are called ${reference}: ${ids}. Give an id.`);
}

async function allOf<Kept>(scope: Scope, list: List<Kept>, search: string | undefined): Promise<Kept[]> {
  const records: Kept[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(scope, { limit: 100, search, cursor });
    records.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return records;
}

/** Reads a whole number for an option. */
export function parseWhole(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

/** Reads a decimal number for an option. */
export function parseDecimal(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Write a number.');
  return value;
}

/** Reads one of these words for an option. */
export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word === text);
    if (!found) throw new InvalidArgumentError(`Write one of ${words.join(', ')}.`);
    return found;
  };
}
