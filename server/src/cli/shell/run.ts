// Runs one command line: finds the command, gives it what it needs, and turns how it ended into an exit code.
import type { Command } from 'commander';
import type { Scope } from '#core/scope.ts';
import { Fault } from '#kit/fault.ts';
import type { Shell, Terminal } from '#src/cli/context.ts';
import { buildProgram, commandNamed } from '#src/cli/program.ts';
import { openConversation } from '#src/cli/shell/conversation.ts';
import { exitCodes, inOptionsOf, tellFailure } from '#src/cli/shell/failures.ts';
import type { Config } from '#src/config.ts';
import type { Parts } from '#src/parts.ts';

/** What a command that works in an open Frontdesk wants of it, as `Shell.withParts` takes it. */
type UseOptions = NonNullable<Parameters<Shell['withParts']>[1]>;

/** The process a command runs in: one of its own, or the server's. */
export interface Host {
  /** The server's own parts; `undefined` in a process of the command's own. */
  parts: Parts | undefined;
  config(): Config;
  /** Runs the work in an open Frontdesk, or hands the whole command over to the one that is open. Returns the exit code. */
  use(work: (parts: Parts) => Promise<void>, options: UseOptions): Promise<number>;
  /** Hands the whole command over; `undefined` when no server runs on the data directory. Returns the exit code. */
  handOver(config: Config): Promise<number | undefined>;
}

/** The server as a host: commands run on its own parts. */
export function serverHost(parts: Parts): Host {
  return {
    parts,
    config: () => parts.config,
    handOver: () => Promise.resolve(undefined),
    async use(work, { check }) {
      check?.(parts.config);
      await work(parts);
      return exitCodes.done;
    },
  };
}

/** Runs the command line `argv` (what follows `frontdesk`) and returns the exit code. Never throws. */
export async function runCommandLine(argv: string[], terminal: Terminal, host: Host): Promise<number> {
  let exitCode: number = exitCodes.done;
  const shell = openShell(terminal, host, (code) => {
    exitCode = code;
  });
  const program = buildProgram(shell, terminal);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    return tellFailure(error, terminal, commandNamed(program, argv));
  }
}

function openShell(terminal: Terminal, host: Host, exit: (code: number) => void): Shell {
  async function talk(
    command: Command,
    work: (conversation: ReturnType<typeof openConversation>) => Promise<void>,
  ) {
    const conversation = openConversation(terminal, command.opts().json === true);
    try {
      await work(conversation);
    } catch (error) {
      throw inOptionsOf(command, error);
    } finally {
      conversation.end();
    }
  }
  return {
    withParts:
      (work, options = {}) =>
      (...given) => {
        const { input, command } = splitInput(given);
        return talk(command, async (conversation) => {
          const code = await host.use((parts) => {
            const scopeOf = (organization: string | undefined) => openScopeOf(parts, organization);
            return work({ ...conversation, parts, scopeOf }, ...input);
          }, options);
          exit(code);
        });
      },
    bare:
      (work) =>
      (...given) => {
        const { input, command } = splitInput(given);
        return talk(command, (conversation) => {
          const { config, parts } = host;
          const handOver = async (settings: Config) => {
            const code = await host.handOver(settings);
            if (code !== undefined) exit(code);
            return code !== undefined;
          };
          return work({ ...conversation, config, parts, handOver }, ...input);
        });
      },
  };
}

function splitInput<Input extends unknown[]>(given: [...Input, Command]): { input: Input; command: Command } {
  return { input: given.slice(0, -1) as Input, command: given.at(-1) as Command };
}

/** A scope of the command line in an organization; without one named, in the only one there is. */
async function openScopeOf(parts: Parts, named: string | undefined): Promise<Scope> {
  const { getOrganization, listOrganizations } = await import('#core/organizations/organizations.ts');
  const { openScope } = await import('#core/scope.ts');
  const actor = { type: 'system', id: 'command-line', name: 'Command line' } as const;
  if (named !== undefined) return openScope(parts.platform, await getOrganization(parts.db, named), actor);
  const organizations = await listOrganizations(parts.db, '', 5);
  const [only] = organizations;
  if (!only) {
    const advice = 'Make one: frontdesk organization create <name>';
    throw new Fault('missing', 'no_organization', `There is no organization yet. ${advice}`);
  }
  if (organizations.length > 1) {
    const slugs = organizations.map(({ slug }) => slug).join(', ');
    const advice = `Name one with --organization (${organizations.length < 5 ? slugs : `${slugs}, …`}).`;
    throw new Fault('invalid', 'organization_needed', `There are several organizations. ${advice}`);
  }
  return openScope(parts.platform, only, actor);
}
