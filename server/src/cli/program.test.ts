// The table of contents: what help tells, and that reading it opens nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { buildProgram, commandNamed } from '#src/cli/program.ts';

function openProgram() {
  let shown = '';
  const terminal = {
    stdout: (text: string) => {
      shown += text;
    },
    stderr: () => undefined,
    columns: undefined,
    cwd: '/',
    signal: new AbortController().signal,
    debug: false,
  };
  const nothing = () => async () => assert.fail('Help must run no command.');
  const program = buildProgram({ withParts: nothing, bare: nothing }, terminal);
  return { program, shown: () => shown };
}

function commandsOf(command: Command, path: string[] = []): { path: string[]; command: Command }[] {
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((child) => commandsOf(child, [...path, child.name()]));
}

for (const { path } of commandsOf(openProgram().program)) {
  test(`frontdesk ${path.join(' ')} --help has an example of the command and the option --json`, async () => {
    const { program, shown } = openProgram();
    const helpShown = { code: 'commander.helpDisplayed', exitCode: 0 };
    await assert.rejects(program.parseAsync([...path, '--help'], { from: 'user' }), helpShown);
    assert.match(shown(), new RegExp(`\nExamples:\n {2}frontdesk ${path.join(' ')}`));
    assert.match(shown(), /^ {2}--json /m);
  });
}

test('every example is a command line that can be understood', async () => {
  for (const { path } of commandsOf(openProgram().program)) {
    const { program, shown } = openProgram();
    await assert.rejects(program.parseAsync([...path, '--help'], { from: 'user' }));
    for (const [, example] of shown().matchAll(/^ {2}frontdesk (.+)$/gm)) {
      let ran = false;
      const action = () => async () => {
        ran = true;
      };
      const silent = { ...openProgram(), stdout: () => undefined, stderr: () => undefined };
      const terminal = {
        ...silent,
        columns: undefined,
        cwd: '/',
        signal: new AbortController().signal,
        debug: false,
      };
      const words = [...example!.matchAll(/"([^"]*)"|(\S+?="[^"]*")|(\S+)/g)].map(
        (m) => m[1] ?? m[0].replaceAll('"', ''),
      );
      await buildProgram({ withParts: action, bare: action }, terminal).parseAsync(words, { from: 'user' });
      assert.ok(ran, example);
    }
  }
});

test('frontdesk without a command, and a family without one, show help', async () => {
  for (const argv of [[], ['organization']]) {
    const { program, shown } = openProgram();
    await assert.rejects(program.parseAsync(argv, { from: 'user' }), { code: 'commander.help' });
    assert.match(shown(), /^Usage: frontdesk/);
  }
});

test('the command of a command line is told as far as its words name one', () => {
  const { program } = openProgram();
  assert.equal(
    commandNamed(program, ['api-key', 'create', 'organization', '--json']),
    'frontdesk api-key create',
  );
  assert.equal(commandNamed(program, ['api-key', 'nonsense']), 'frontdesk api-key');
  assert.equal(commandNamed(program, ['--json', 'api-key']), 'frontdesk');
});
