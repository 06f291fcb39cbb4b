// How the programs of a PostgreSQL server run and end: as which system user, under which watchdog, and how a crash is made.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The system user that programs run as; without ids, the one of this process. */
export interface SystemUser {
  uid?: number;
  gid?: number;
}

/** A process that has not ended. */
export interface RunningProcess {
  pid: number;
  parent: number;
  /** As `ps` writes it; `T` at its start means halted. */
  state: string;
}

/** Sees to it that nothing outlives this process, however it ends. */
export interface Watchdog {
  /** Names the one process to end; `undefined` for none. A second call replaces the first. */
  watch(pid: number | undefined): void;
  /** Ends the named process, removes the folder, and returns when both are gone. */
  finish(): Promise<void>;
}

/** What the programs get of the environment: no PG* variable of the caller, English messages, UTC. */
export const programEnvironment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };

/**
 * A user PostgreSQL agrees to run as: this one, or `postgres`, else `nobody`, for root. Throws when this is root and
 * the machine has neither.
 */
export async function ordinaryUser(): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return {};
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody".');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/**
 * Runs a program to its end and returns what it printed. `onStart` gets its process id. Throws with what it wrote to
 * its error output when it can't start or fails.
 */
export async function runProgram(
  program: string,
  args: string[],
  user: SystemUser,
  onStart: (pid: number | undefined) => void = () => undefined,
): Promise<string> {
  // The current folder may be closed to the user, which PostgreSQL's programs do not take.
  const running = promisify(execFile)(program, args, { ...user, cwd: '/', env: programEnvironment });
  onStart(running.child.pid);
  return (await running).stdout;
}

// Lines on the input name the process; the end of the input, which the kernel makes when the other side is gone, is the
// sign to act. SIGQUIT is PostgreSQL's immediate shutdown; SIGCONT wakes a server that was halted in the middle of a
// crash. A server that ends removes its lock file last; its process id alone may stay until somebody collects it.
const watchdogScript = `
while read -r line; do pid=$line; done
if [ -n "$pid" ]; then
  kill -QUIT "$pid"; kill -CONT "$pid"
  tries=0
  while [ -e "$1/data/postmaster.pid" ] && kill -0 "$pid" && [ $tries -lt 100 ]; do
    sleep 0.1; tries=$((tries + 1))
  done
  kill -KILL "$pid"
fi
tries=0
until rm -rf "$1" || [ $tries -ge 50 ]; do sleep 0.1; tries=$((tries + 1)); done
`;

/**
 * Starts a watchdog for a folder and the process in it. It is a shell of its own session at the end of a pipe, so it
 * acts after a plain exit, after a signal, and after `kill -9`, without a signal handler in this process.
 */
export function startWatchdog(folder: string): Watchdog {
  const shell = spawn('/bin/sh', ['-c', watchdogScript, 'frontdesk-postgres-watchdog', folder], {
    cwd: '/',
    env: { PATH: `${programEnvironment.PATH}:/usr/bin:/bin` },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // A watchdog killed by someone else must not take the tests with it.
  shell.stdin.on('error', () => undefined);
  (shell.stdin as Socket).unref();
  shell.unref();
  return {
    watch: (pid) => void shell.stdin.write(`${pid ?? ''}\n`),
    finish: async () => {
      shell.stdin.end();
      await ended(shell);
    },
  };
}

/** Returns when a child process has ended, and keeps this process alive until then. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  await once(child, 'exit');
}

/**
 * Kills a process and its children with SIGKILL, as a crash of the machine would, and returns when none of them runs.
 * The parent is halted first: it can neither start another child nor tidy up after the killed ones.
 */
export async function killFamily(parent: number): Promise<void> {
  process.kill(parent, 'SIGSTOP');
  await untilProcesses((all) => all.some((one) => one.pid === parent && one.state.startsWith('T')));
  const family = (await listProcesses()).filter((one) => one.pid === parent || one.parent === parent);
  for (const { pid } of family) killIfAlive(pid);
  const pids = new Set(family.map((one) => one.pid));
  await untilProcesses((all) => !all.some((one) => pids.has(one.pid)));
}

function killIfAlive(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function untilProcesses(agree: (all: RunningProcess[]) => boolean): Promise<void> {
  const deadline = AbortSignal.timeout(10_000);
  while (!agree(await listProcesses())) {
    if (deadline.aborted) throw new Error('The processes of the PostgreSQL server could not be killed.');
    await pause(5);
  }
}

/** All processes of the machine but those that have ended and only wait to be collected. */
export async function listProcesses(): Promise<RunningProcess[]> {
  // Slim Linux images have no ps; other systems have no /proc.
  const all = process.platform === 'linux' ? await listFromProc() : await listFromPs();
  return all.filter((one) => !one.state.startsWith('Z'));
}

async function listFromProc(): Promise<RunningProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)),
  );
  return stats
    .filter((stat) => stat !== undefined)
    .map((stat) => {
      // The second field, the name in parentheses, may hold anything.
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { pid: Number.parseInt(stat, 10), parent: Number(parent), state: state ?? '' };
    });
}

async function listFromPs(): Promise<RunningProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,state=']);
  const rows = stdout.trim().split('\n');
  return rows.map((row) => {
    const [pid, parent, state] = row.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), state: state ?? '' };
  });
}
