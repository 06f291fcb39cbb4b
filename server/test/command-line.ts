// Calling the command line inside the test's process, on the parts of a world, as a server does for a command that was
// handed over to it.
import { runCommandLine, serverHost } from '#src/cli/shell/run.ts';
import type { Parts } from '#src/parts.ts';

/** What a command left. */
export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs `frontdesk …argv` on open parts. Relative paths start in `cwd`. */
export async function callCommand(
  parts: Parts,
  argv: string[],
  { cwd = '/', signal = new AbortController().signal }: { cwd?: string; signal?: AbortSignal } = {},
): Promise<CommandResult> {
  const told = { stdout: '', stderr: '' };
  const terminal = {
    stdout: (text: string) => {
      told.stdout += text;
    },
    stderr: (text: string) => {
      told.stderr += text;
    },
    columns: undefined,
    debug: false,
    cwd,
    signal,
  };
  return { exitCode: await runCommandLine(argv, terminal, serverHost(parts)), ...told };
}
