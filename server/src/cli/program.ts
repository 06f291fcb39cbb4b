// The command line's table of contents: every family of commands, and what all of them have in common.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { backupCommands } from '#src/cli/backups.ts';
import type { CommandFamily, Shell, Terminal } from '#src/cli/context.ts';
import { customerCommands } from '#src/cli/customers.ts';
import { doctorCommand } from '#src/cli/doctor.ts';
import {
  enquiryStatusCommands,
  enquiryTypeCommands,
  lostReasonCommands,
} from '#src/cli/enquiries/enquiry-lists.ts';
import { inboundMailCommand } from '#src/cli/enquiries/inbound-mail.ts';
import { importCommand } from '#src/cli/import.ts';
import { apiKeyCommands } from '#src/cli/keys/api-keys.ts';
import { oauthClientCommands } from '#src/cli/keys/oauth-clients.ts';
import { publicKeyCommands } from '#src/cli/keys/public-keys.ts';
import { signingKeyCommands } from '#src/cli/keys/signing-keys.ts';
import { migrateCommand } from '#src/cli/migrate.ts';
import { organizationCommands } from '#src/cli/organizations.ts';
import { parameterCommands } from '#src/cli/parameters.ts';
import { equipmentCommands, locationCommands, sublocationCommands } from '#src/cli/places/places.ts';
import { serviceCategoryCommands, serviceCommands } from '#src/cli/places/services.ts';
import { staffCommands } from '#src/cli/places/staff.ts';
import { storeCreditCommands } from '#src/cli/store-credit.ts';
import { webhookSubscriptionCommands } from '#src/cli/webhook-subscriptions.ts';

/** In the order in which help lists them: the way of a newcomer. */
const families: CommandFamily[] = [
  organizationCommands,
  apiKeyCommands,
  publicKeyCommands,
  oauthClientCommands,
  webhookSubscriptionCommands,
  parameterCommands,
  customerCommands,
  locationCommands,
  sublocationCommands,
  equipmentCommands,
  staffCommands,
  serviceCategoryCommands,
  serviceCommands,
  enquiryStatusCommands,
  enquiryTypeCommands,
  lostReasonCommands,
  inboundMailCommand,
  importCommand,
  migrateCommand,
  doctorCommand,
  signingKeyCommands,
  storeCreditCommands,
  backupCommands,
];

const about =
  'Looks after a Frontdesk: organizations, keys, parameters, imports, checks, backups. ' +
  'Settings come from the environment, as for the server; while one runs on the embedded database, it does the work.';

const firstSteps = `
Examples:
  frontdesk organization create "Harbour Cowork" --country DE --time-zone Europe/Berlin --currency EUR
  frontdesk api-key create "Website"
  frontdesk doctor

frontdesk <command> --help explains a command.`;

/** The program, ready to be given arguments. It throws `CommanderError` instead of ending the process. */
export function buildProgram(shell: Shell, terminal: Terminal): Command {
  const program = new Command('frontdesk')
    .description(about)
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .addHelpText('after', firstSteps)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout(text),
      // Nothing but help goes here, and who calls a family without a command wants to read it.
      writeErr: (text) => terminal.stdout(text),
      outputError: () => undefined,
      getOutHelpWidth: () => Math.min(terminal.columns ?? 100, 100),
      getErrHelpWidth: () => Math.min(terminal.columns ?? 100, 100),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  for (const addTo of families) addTo(program, shell);
  return program;
}

/** The words that name a command, out of the arguments: `api-key create` of `api-key create Website --json`. */
export function commandNamed(program: Command, argv: string[]): string {
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (!next) break;
    command = next;
  }
  const words: string[] = [];
  for (let step: Command | null = command; step; step = step.parent) words.unshift(step.name());
  return words.join(' ');
}

/** This program's version, as its package says. */
export function readVersion(): string {
  const file = join(import.meta.dirname, '../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
