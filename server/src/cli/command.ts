// How every command looks: its options in common and its help.
import type { Command } from 'commander';

/** What people read about a command. */
export interface CommandHelp {
  /** One line, as in the list of commands. A verb first, no full stop. */
  summary: string;
  /** Further sentences for the command's own help. */
  details?: string;
  /** At least one command line that works, after the leading `frontdesk`. */
  examples: [string, ...string[]];
}

/** The options every command has. */
export interface CommonOptions {
  json?: true;
}

/** The options of a command that works in one organization. */
export interface OrganizationOptions extends CommonOptions {
  organization?: string;
}

/** Adds a command that does something: `usage` is its name and arguments, `create <name>`. It has `--json`. */
export function addCommand(family: Command, usage: string, help: CommandHelp): Command {
  const { summary, details, examples } = help;
  return family
    .command(usage)
    .summary(summary)
    .description(details ? `${summary}. ${details}` : `${summary}.`)
    .option('--json', 'print one JSON document instead of text')
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  frontdesk ${line}`).join('\n')}`);
}

/** Adds the option that names the organization; left out, it is the only one there is. */
export function withOrganization(command: Command): Command {
  return command.option('-o, --organization <slug>', 'slug or id; may be left out while there is only one');
}

/** Adds a family: a word that commands stand under, like `organization`. */
export function addFamily(program: Command, name: string, summary: string): Command {
  return program.command(name).summary(summary).description(`${summary}.`);
}

/** Gathers the values of an option that may be given several times. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
