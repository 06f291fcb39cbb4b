// Handing a command over to the server that runs on the same data directory: the embedded database belongs to one
// process, so the server runs the command on its own parts and sends back what it says. Messages are JSON, one a line.
import { EventEmitter, once } from 'node:events';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#core/scope.ts';
import { Fault } from '#kit/fault.ts';
import type { Terminal } from '#src/cli/context.ts';
import { commandSocket, guardSocketFolder, isGuarded } from '#src/cli/shell/command-socket.ts';
import { exitCodes } from '#src/cli/shell/failures.ts';
import type { Parts } from '#src/parts.ts';

/** Takes commands until it is closed. */
export interface CommandServer {
  /** Cancels the commands under way, waits for them to end, and stops listening. */
  close(): Promise<void>;
}

interface Request {
  protocol: number;
  argv: string[];
  cwd: string;
  columns: number | undefined;
  debug: boolean;
  /** Whether somebody is there to answer questions. */
  canAnswer: boolean;
}

type FromCaller = Request | { cancel: true } | { answer: string };
type FromServer = { stdout: string } | { stderr: string } | { question: string } | { exit: number };

/** Runs a command line and returns its exit code. */
type Runner = (argv: string[], terminal: Terminal) => Promise<number>;

/** Raised when the messages change; a server of another version refuses. */
const protocol = 1;
const connectTimeoutMs = 2_000;
const closePatienceMs = 10_000;

/**
 * Takes over commands for a server on the embedded database, from this user's processes alone. When the socket can't be
 * opened it says so in the log: a server without it is complete but for that.
 */
export async function serveCommands(
  parts: Parts,
  runner: Runner = (argv, terminal) => runOn(parts, argv, terminal),
): Promise<CommandServer> {
  const running = new Set<{ stop(reason: Fault): void; ended: Promise<void> }>();
  const server = createServer((socket) => {
    const command = answer(socket, runner, parts.log);
    running.add(command);
    command.ended.finally(() => running.delete(command));
  });
  await listen(server, parts.config.dataDir).catch((error) =>
    parts.log.warn({ err: error }, 'Commands cannot be handed over to this server.'),
  );
  return {
    async close() {
      server.close();
      const reason = new Fault('unavailable', 'server_stopping', 'the server is stopping.');
      for (const command of running) command.stop(reason);
      const ended = Promise.all([...running].map((command) => command.ended));
      await Promise.race([ended, sleep(closePatienceMs, undefined, { ref: false })]);
    },
  };
}

/**
 * Has the server on this data directory run a command, and passes on what it says. Returns the exit code, or
 * `undefined` when no server listens there. Throws a Fault when the server goes away before the command's end.
 */
export async function handOff(
  dataDir: string,
  argv: string[],
  terminal: Terminal,
): Promise<number | undefined> {
  const socket = await reach(dataDir);
  if (!socket) return undefined;
  const { cwd, columns, debug, signal } = terminal;
  const cancel = () => send(socket, { cancel: true });
  signal.addEventListener('abort', cancel);
  try {
    send(socket, { protocol, argv, cwd, columns, debug, canAnswer: terminal.ask !== undefined });
    if (signal.aborted) cancel();
    for await (const message of messages<FromServer>(socket)) {
      if ('stdout' in message) terminal.stdout(message.stdout);
      else if ('stderr' in message) terminal.stderr(message.stderr);
      else if ('question' in message) passOn(message.question, terminal, socket);
      else return message.exit;
    }
  } catch (error) {
    throw serverGone(error);
  } finally {
    signal.removeEventListener('abort', cancel);
    socket.destroy();
  }
  throw serverGone();
}

/** Asks without waiting: what the server says meanwhile, and its end, are still heard. */
function passOn(question: string, terminal: Terminal, socket: Socket): void {
  // A question that fails was cancelled, which the server is told by itself.
  terminal.ask?.(question).then(
    (answer) => send(socket, { answer }),
    () => undefined,
  );
}

async function listen(server: Server, dataDir: string): Promise<void> {
  const place = commandSocket(dataDir);
  guardSocketFolder(place, dataDir);
  // What a killed server left. Nobody else listens here: this process holds the data directory's lock.
  if (place.folder) rmSync(place.path, { force: true });
  server.listen(place.path);
  await once(server, 'listening');
  if (place.folder) chmodSync(place.path, 0o600);
  // Commands alone do not keep a process running.
  server.unref();
}

function answer(
  socket: Socket,
  runner: Runner,
  log: Log,
): { stop(reason: Fault): void; ended: Promise<void> } {
  const abort = new AbortController();
  socket.on('error', () => undefined);
  socket.on('close', () => abort.abort());
  const ended = serve(socket, runner, abort).catch((error) =>
    log.error({ err: error }, 'A command that was handed over failed outside its own work.'),
  );
  return { stop: (reason) => abort.abort(reason), ended };
}

async function serve(socket: Socket, runner: Runner, abort: AbortController): Promise<void> {
  let work: Promise<void> | undefined;
  const answers = new EventEmitter<{ answer: [string] }>();
  try {
    for await (const message of messages<FromCaller>(socket)) {
      if ('cancel' in message) abort.abort();
      else if ('answer' in message) answers.emit('answer', message.answer);
      else work ??= run(socket, message, runner, { answers, signal: abort.signal });
    }
  } catch {
    // The caller hung up in the middle of a message.
  }
  await work;
}

async function run(
  socket: Socket,
  request: Request,
  runner: Runner,
  { answers, signal }: { answers: EventEmitter; signal: AbortSignal },
): Promise<void> {
  const { columns, cwd, debug, argv, canAnswer } = request;
  const stdout = (text: string) => send(socket, { stdout: text });
  const stderr = (text: string) => send(socket, { stderr: text });
  const ask = async (question: string) => {
    send(socket, { question });
    const [answer] = await once(answers, 'answer', { signal });
    return answer as string;
  };
  const terminal = { stdout, stderr, ask: canAnswer ? ask : undefined, columns, cwd, debug, signal };
  let exit: number = exitCodes.failed;
  if (request.protocol === protocol) exit = await runner(argv, terminal);
  else stderr('Error: The running server is of another version than this command. Restart the server.\n');
  send(socket, { exit });
  socket.end();
}

// Loaded at the first command: most servers never see one.
async function runOn(parts: Parts, argv: string[], terminal: Terminal): Promise<number> {
  const { runCommandLine, serverHost } = await import('#src/cli/shell/run.ts');
  return runCommandLine(argv, terminal, serverHost(parts));
}

async function reach(dataDir: string): Promise<Socket | undefined> {
  if (!existsSync(dataDir)) return undefined;
  const place = commandSocket(dataDir);
  if (!isGuarded(place, dataDir)) return undefined;
  const socket = connect(place.path);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectTimeoutMs) });
    return socket;
  } catch {
    // No server, or one that was killed and left its socket behind.
    socket.destroy();
    return undefined;
  }
}

function send(socket: Socket, message: FromCaller | FromServer): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

async function* messages<Message>(socket: Socket): AsyncGenerator<Message> {
  let rest = '';
  socket.setEncoding('utf8');
  for await (const chunk of socket) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as Message;
  }
}

function serverGone(cause?: unknown): Fault {
  return new Fault('unavailable', 'server_gone', 'The server ended before the command did. Try again.', {
    cause,
  });
}
