// What a command of the command line is given to work with, and how one is put together. The same command runs in a
// process of its own or, when the server holds the embedded database, inside the server.
import type { Command } from 'commander';
import type { Scope } from '#core/scope.ts';
import type { Config } from '#src/config.ts';
import type { Parts } from '#src/parts.ts';

/** The caller's side of a command: where its words go, where its files are, when it wants to stop. */
export interface Terminal {
  /** For results. */
  stdout(text: string): void;
  /** For everything else. */
  stderr(text: string): void;
  /** The width of the caller's terminal; `undefined` when standard error is not one. */
  columns: number | undefined;
  /** Asks a question and returns what is typed; `undefined` when nobody sits at standard input. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** The caller's working directory: relative paths start there. */
  cwd: string;
  /** Aborts when the caller cancels (Ctrl-C), hangs up, or the server that runs the command stops. */
  signal: AbortSignal;
  /** Whether failures come with their stack (LOG_LEVEL=debug). */
  debug: boolean;
}

/** How a command speaks to its caller. */
export interface Conversation {
  /** Shows the result, once and last: `human` to people; with `--json`, `value` as the one document on standard output. */
  print(value: unknown, human: string): void;
  /**
   * Shows how far the work is, on standard error: on a terminal each line takes the place of the one before, elsewhere
   * one line every few seconds is let through. Silent with `--json`. One line, without a line end.
   */
  progress(line: string): void;
  /** A sentence that stays, on standard error: a warning, a hint. Silent with `--json`. */
  note(line: string): void;
  /** Asks whether to go on. Where nobody can be asked, and with `--json`, the answer is yes. */
  confirm(question: string): Promise<boolean>;
  /** The absolute path of a file as the caller named it. */
  path(file: string): string;
  /** The caller's working directory. */
  cwd: string;
  /** Aborts when the caller wants to stop. Long work looks at it between two steps: `context.signal.throwIfAborted()`. */
  signal: AbortSignal;
}

/** What a command is given that works in an open Frontdesk. */
export interface CommandContext extends Conversation {
  /** The open Frontdesk: the running server's own parts when the command was handed over to it. */
  parts: Parts;
  /** A scope in the organization with this slug or id; left out, in the only one there is. Throws a Fault. */
  scopeOf(organization: string | undefined): Promise<Scope>;
}

/** What a command is given that opens for itself what it needs. */
export interface BareContext extends Conversation {
  /** The settings. Throws `ConfigError`. */
  config(): Config;
  /** The running server's own parts when the command was handed over to it. */
  parts: Parts | undefined;
  /** Hands the whole command over to the server that runs on the same data directory: `false` when there is none. */
  handOver(config: Config): Promise<boolean>;
}

/** What the families of commands are hung up with. */
export interface Shell {
  /**
   * Makes an action for commander of work that needs an open Frontdesk. `work` gets the context, then what commander
   * hands an action: the arguments and the options.
   */
  withParts<Input extends unknown[]>(
    work: (context: CommandContext, ...input: Input) => Promise<void>,
    options?: {
      /** Whether an embedded database that is not there yet is made. */
      mayCreate?: true;
      /** Looks at the settings before anything is opened; throws when the command can't work with them. */
      check?: (config: Config) => void;
    },
  ): Action<Input>;
  /** Makes an action of work that opens for itself what it needs. */
  bare<Input extends unknown[]>(
    work: (context: BareContext, ...input: Input) => Promise<void>,
  ): Action<Input>;
}

/** What commander calls for a command: with its arguments, its options and the command itself. */
type Action<Input extends unknown[]> = (...input: [...Input, Command]) => Promise<void>;

/**
 * A family of commands (`organization create`, `organization list`): adds itself to the program. Its file is loaded for
 * every `--help`, so what takes long to load is imported inside the work: `await import('#core/…')`.
 */
export type CommandFamily = (program: Command, shell: Shell) => void;
