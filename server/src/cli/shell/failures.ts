// What a failed command leaves: one line for people and an exit code for scripts.
import { type Command, CommanderError } from 'commander';
import { Fault } from '#kit/fault.ts';
import type { Terminal } from '#src/cli/context.ts';

/** What a command ends with. docs/command-line.md explains them. */
export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, unusableFile: 65, cancelled: 130 } as const;

/** What is wrong with a file that the next try will not find better. */
const unusable = ['file_too_large', 'unreadable'];

/**
 * Tells a failure in one line on standard error and returns the exit code. With `debug` the stack follows. `command` is
 * what was called, as far as it has a name: `frontdesk api-key create`.
 */
export function tellFailure(error: unknown, terminal: Terminal, command: string): number {
  if (error instanceof CommanderError) return tellUsage(error, terminal, command);
  if (isAbort(error, terminal.signal)) {
    const { reason } = terminal.signal;
    terminal.stderr(`Cancelled${reason instanceof Fault ? `: ${reason.message}` : '.'}\n`);
    return exitCodes.cancelled;
  }
  terminal.stderr(`Error: ${sentenceOf(error)}\n`);
  if (terminal.debug && error instanceof Error) terminal.stderr(`${error.stack}\n`);
  const isUnusable = error instanceof Fault && unusable.includes(error.code);
  return isUnusable ? exitCodes.unusableFile : exitCodes.failed;
}

/** The fault as this command's caller wrote it: `timeZone must be …` becomes `--time-zone must be …`. */
export function inOptionsOf(command: Command, error: unknown): unknown {
  if (!(error instanceof Fault) || error.kind !== 'invalid' || !error.details) return error;
  const sentences = error.details.map(({ path, message }) => `${optionFor(command, path)} ${message}`);
  return new Fault(error.kind, error.code, sentences.join(' '), { details: error.details, cause: error });
}

/** Fields that have another name on the command line. */
const spelledAs: Record<string, string> = {
  options: 'option',
  'validation.pattern': 'pattern',
  defaultValue: 'default',
  allowedOrigins: 'origin',
  redirectUris: 'redirectUri',
  postLogoutRedirectUris: 'postLogoutRedirectUri',
  primaryColor: 'color',
  logoUrl: 'logo',
};

function optionFor(command: Command, path: string): string {
  const field = path.replace(/\[\d+\]$/, '').replace(/^address\./, '');
  const name = spelledAs[field] ?? field;
  const option = command.options.find((candidate) => candidate.attributeName() === name);
  if (option?.long) return option.long;
  const isArgument = command.registeredArguments.some((argument) => argument.name() === name);
  return isArgument ? `<${name}>` : path;
}

function tellUsage(error: CommanderError, terminal: Terminal, command: string): number {
  // Help and version that were asked for have been shown by now, and so has the help of a family without a command.
  if (error.exitCode === 0 || error.code === 'commander.help') return exitCodes.done;
  const sentence = oneLine(error.message)
    .replace(/^error: /, '')
    .replace('(Did', '(did')
    .replace(/\.?$/, '.');
  terminal.stderr(`Error: ${sentence} See: ${command} --help\n`);
  return exitCodes.wrongUsage;
}

function isAbort(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && (error === signal.reason || (error as Error | null)?.name === 'AbortError');
}

// What a connection that is not made, or not kept, fails with: from the client, from the system.
const unreachable = /^(CONNECT\w+|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;

function sentenceOf(error: unknown): string {
  if (error instanceof Fault) return oneLine(error.message);
  const { message, code } = (error ?? {}) as { message?: string; code?: string };
  if (code && unreachable.test(code)) {
    return `The database can't be reached (${code}). Check DATABASE_URL and that its server is up.`;
  }
  return oneLine(message || code || String(error));
}

function oneLine(text: string): string {
  return text
    .trim()
    .replace(/:\s*\n\s*-?\s*/g, ': ')
    .replace(/\s*\n\s*(-\s+)?/g, ' ');
}
