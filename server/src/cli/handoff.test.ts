// Handing commands over: what is said comes through, cancelling does, and nobody else can listen or call.
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Terminal } from '#src/cli/context.ts';
import { handOff, serveCommands } from '#src/cli/handoff.ts';
import { commandSocket } from '#src/cli/shell/command-socket.ts';
import type { Parts } from '#src/parts.ts';

type Runner = NonNullable<Parameters<typeof serveCommands>[1]>;

function openFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-handoff-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A server on a data directory that answers every command line with `runner`, and what it has logged. */
async function serve(t: TestContext, dataDir: string, runner: Runner) {
  const warnings: string[] = [];
  const log = {
    warn: (_: object, text: string) => warnings.push(text),
    error: (_: object, text: string) => warnings.push(text),
  };
  const server = await serveCommands({ config: { dataDir }, log } as unknown as Parts, runner);
  t.after(() => server.close());
  return { server, warnings };
}

function openTerminal(settings: Partial<Terminal> = {}) {
  const told = { stdout: '', stderr: '' };
  const terminal: Terminal = {
    stdout: (text) => {
      told.stdout += text;
    },
    stderr: (text) => {
      told.stderr += text;
    },
    columns: 77,
    cwd: '/some/where',
    debug: false,
    signal: new AbortController().signal,
    ...settings,
  };
  return { terminal, told };
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });

test('a command line goes over whole, and everything it says comes back with its exit code', async (t) => {
  const dataDir = openFolder(t);
  const long = 'ä\u2028\n'.repeat(100_000);
  await serve(t, dataDir, async (argv, { stdout, stderr, cwd, columns, debug }) => {
    stdout(JSON.stringify({ argv, cwd, columns, debug }));
    stderr('line one\nline two\n');
    stdout(long);
    return 7;
  });
  const argv = ['api-key', 'create', 'Ümläut "x"\n', '--json'];
  const { terminal, told } = openTerminal();
  assert.equal(await handOff(dataDir, argv, terminal), 7);
  const seen = JSON.stringify({ argv, cwd: '/some/where', columns: 77, debug: false });
  assert.equal(told.stdout, seen + long);
  assert.equal(told.stderr, 'line one\nline two\n');
});

test('several commands run side by side', async (t) => {
  const dataDir = openFolder(t);
  const begun = Promise.withResolvers<void>();
  await serve(t, dataDir, async ([word]) => {
    if (word === 'second') begun.resolve();
    else await begun.promise;
    return word === 'second' ? 2 : 1;
  });
  const first = handOff(dataDir, ['first'], openTerminal().terminal);
  assert.equal(await handOff(dataDir, ['second'], openTerminal().terminal), 2);
  assert.equal(await first, 1);
});

test('cancelling reaches the command, whose exit code still comes back', async (t) => {
  const dataDir = openFolder(t);
  const begun = Promise.withResolvers<void>();
  await serve(t, dataDir, async (_argv, { signal }) => {
    begun.resolve();
    await untilAborted(signal);
    return 130;
  });
  const cancel = new AbortController();
  const exit = handOff(dataDir, [], openTerminal({ signal: cancel.signal }).terminal);
  await begun.promise;
  cancel.abort();
  assert.equal(await exit, 130);
});

test('a question is asked of the caller, and only where somebody can answer', async (t) => {
  const dataDir = openFolder(t);
  await serve(t, dataDir, async (_argv, { ask, stdout }) => {
    if (!ask) return 2;
    stdout(`${await ask('One?')} ${await ask('Two?')}`);
    return 0;
  });
  const { terminal, told } = openTerminal({ ask: async (question) => `answer to ${question}` });
  assert.equal(await handOff(dataDir, [], terminal), 0);
  assert.equal(told.stdout, 'answer to One? answer to Two?');
  assert.equal(await handOff(dataDir, [], openTerminal().terminal), 2);
});

test('cancelling instead of answering ends the question', async (t) => {
  const dataDir = openFolder(t);
  await serve(t, dataDir, async (_argv, { ask }) =>
    ask!('Sure?').then(
      () => 0,
      (error) => (error.name === 'AbortError' ? 130 : 1),
    ),
  );
  const cancel = new AbortController();
  const ask = () => {
    cancel.abort();
    return Promise.reject(new Error('cancelled'));
  };
  assert.equal(await handOff(dataDir, [], openTerminal({ signal: cancel.signal, ask }).terminal), 130);
});

test('a caller that is killed cancels its command', async (t) => {
  const dataDir = openFolder(t);
  const begun = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  await serve(t, dataDir, async (_argv, { signal }) => {
    begun.resolve();
    await untilAborted(signal);
    cancelled.resolve();
    return 130;
  });
  const socket = connect(commandSocket(dataDir).path);
  socket.write(`${JSON.stringify({ protocol: 1, argv: [], cwd: '/', debug: false })}\n`);
  await begun.promise;
  socket.destroy();
  await cancelled.promise;
});

test('a server that stops cancels the commands under way, tells them why and waits for them', async (t) => {
  const dataDir = openFolder(t);
  const begun = Promise.withResolvers<void>();
  const { server } = await serve(t, dataDir, async (_argv, { signal, stderr }) => {
    begun.resolve();
    await untilAborted(signal);
    stderr((signal.reason as Error).message);
    return 130;
  });
  const { terminal, told } = openTerminal();
  const exit = handOff(dataDir, [], terminal);
  await begun.promise;
  await server.close();
  assert.equal(await exit, 130);
  assert.equal(told.stderr, 'the server is stopping.');
  assert.equal(await handOff(dataDir, [], terminal), undefined);
});

test('a server that dies in the middle of a command is told as a failure', async (t) => {
  const dataDir = openFolder(t);
  const place = commandSocket(dataDir);
  mkdirSync(place.folder!, { mode: 0o700 });
  const dying = createServer((socket) => socket.once('data', () => socket.end('{"stdout":"half"}\n')));
  await new Promise<void>((resolve) => dying.listen(place.path, resolve));
  t.after(() => dying.close());
  const { terminal, told } = openTerminal();
  await assert.rejects(handOff(dataDir, [], terminal), { code: 'server_gone' });
  assert.equal(told.stdout, 'half');
});

test('a caller of another version is told so', async (t) => {
  const dataDir = openFolder(t);
  await serve(t, dataDir, async () => assert.fail('must not run'));
  const socket = connect(commandSocket(dataDir).path);
  socket.write('{"protocol":99}\n');
  const said = (await socket.toArray()).join('');
  assert.match(said, /another version/);
  assert.match(said, /\{"exit":1\}\n$/);
});

test('without a server, with a dead one and without a data directory there is nobody to hand over to', async (t) => {
  const dataDir = openFolder(t);
  const { terminal } = openTerminal();
  assert.equal(await handOff(dataDir, [], terminal), undefined);
  const place = commandSocket(dataDir);
  mkdirSync(place.folder!, { mode: 0o700 });
  writeFileSync(place.path, '');
  assert.equal(await handOff(dataDir, [], terminal), undefined);
  assert.equal(await handOff(join(dataDir, 'missing'), [], terminal), undefined);
  await serve(t, dataDir, async () => 5);
  assert.equal(await handOff(dataDir, [], terminal), 5);
});

test('only the user who runs the server can reach its socket', async (t) => {
  const dataDir = openFolder(t);
  await serve(t, dataDir, async () => 0);
  const { path, folder } = commandSocket(dataDir);
  assert.equal(lstatSync(folder!).mode & 0o777, 0o700);
  assert.equal(lstatSync(path).mode & 0o777, 0o600);
});

test('a folder that others can enter is not believed', async (t) => {
  const dataDir = openFolder(t);
  await serve(t, dataDir, async () => 0);
  chmodSync(commandSocket(dataDir).folder!, 0o755);
  assert.equal(await handOff(dataDir, [], openTerminal().terminal), undefined);
});

test('a data directory is one, however its path is written', async (t) => {
  const dataDir = openFolder(t);
  const other = join(openFolder(t), 'link');
  symlinkSync(dataDir, other);
  await serve(t, other, async () => 3);
  assert.equal(await handOff(dataDir, [], openTerminal().terminal), 3);
  assert.deepEqual(commandSocket(other), commandSocket(dataDir));
});

test('where the path is too long for a socket, it lies in the folder for temporary files', async (t) => {
  const dataDir = join(openFolder(t), 'long'.repeat(30));
  mkdirSync(dataDir);
  const { server } = await serve(t, dataDir, async () => 4);
  const { path, folder } = commandSocket(dataDir);
  t.after(() => rmSync(folder!, { recursive: true, force: true }));
  assert.equal(dirname(folder!), tmpdir());
  assert.ok(Buffer.byteLength(path) <= 103);
  assert.equal(await handOff(dataDir, [], openTerminal().terminal), 4);
  await server.close();
  assert.ok(!existsSync(path));
});

test('a link in place of the folder is not followed: the server goes on without taking commands', async (t) => {
  const dataDir = join(openFolder(t), 'long'.repeat(30));
  mkdirSync(dataDir);
  const { folder } = commandSocket(dataDir);
  symlinkSync(openFolder(t), folder!);
  t.after(() => rmSync(folder!, { force: true }));
  const { warnings } = await serve(t, dataDir, async () => 4);
  assert.deepEqual(warnings, ['Commands cannot be handed over to this server.']);
  assert.equal(await handOff(dataDir, [], openTerminal().terminal), undefined);
});
