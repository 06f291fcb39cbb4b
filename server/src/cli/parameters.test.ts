// The commands on customer parameters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCommand } from '#test/command-line.ts';
import { makeOrganization, world } from '#test/world.ts';

async function openCaller() {
  const { parts } = await world();
  const { organization, admin } = await makeOrganization(await world());
  const call = (...argv: string[]) => callCommand(parts, ['parameter', ...argv, '-o', organization.slug]);
  return { call, admin };
}

test('parameter create passes every option on, and the Admin API lists the definition', async () => {
  const { call, admin } = await openCaller();
  const choices = ['--option', 'desk=Own desk', '--option', 'flex', '--option', 'a=b=c', '--default', 'flex'];
  const flags = ['--required', '--no-customer-visible', '--group', 'Contract', '--order', '7'];
  const made = await call(
    'create',
    'Plan',
    '--type',
    'select',
    '--key',
    'planName',
    ...choices,
    ...flags,
    '--json',
  );
  assert.deepEqual([made.exitCode, made.stderr], [0, '']);
  const { id, ...definition } = JSON.parse(made.stdout);
  assert.deepEqual(definition, {
    key: 'planName',
    name: 'Plan',
    description: null,
    type: 'select',
    options: [
      { value: 'desk', label: 'Own desk' },
      { value: 'flex', label: 'flex' },
      { value: 'a', label: 'b=c' },
    ],
    required: true,
    system: false,
    customerVisible: false,
    customerEditable: false,
    defaultValue: 'flex',
    validation: {},
    group: 'Contract',
    order: 7,
    archived: false,
  });
  const { body } = await admin.get('/metadata/customer-parameters');
  assert.ok(JSON.stringify(body).includes(id));
});

const typed: [string[], unknown, object][] = [
  [['--type', 'number', '--min', '1', '--max', '120.5', '--default', '12'], 12, { min: 1, max: 120.5 }],
  [['--type', 'boolean', '--default', 'true', '--customer-visible', '--customer-editable'], true, {}],
  [['--type', 'multi_select', '--option', 'a', '--option', 'b', '--default', 'a, b'], ['a', 'b'], {}],
  [
    ['--type', 'text', '--max-length', '9', '--pattern', '[A-Z]+', '--default', 'ABC'],
    'ABC',
    { maxLength: 9, pattern: '[A-Z]+' },
  ],
];

for (const [options, defaultValue, validation] of typed) {
  test(`parameter create ${options[1]} reads its default and bounds as that type`, async () => {
    const { call } = await openCaller();
    const { stdout } = await call('create', 'Thing', ...options, '--json');
    assert.deepEqual(JSON.parse(stdout).defaultValue, defaultValue);
    assert.deepEqual(JSON.parse(stdout).validation, validation);
  });
}

const wrong: [string[], number, RegExp][] = [
  [['--type', 'colour'], 1, /^Error: --type must be one of text, /],
  [['--type', 'select'], 1, /^Error: --option must be given for select/],
  [['--type', 'number', '--default', 'many'], 1, /^Error: --default must be a number/],
  [['--type', 'boolean', '--default', 'yes'], 1, /^Error: --default must be true or false/],
  [['--type', 'text', '--pattern', '('], 1, /^Error: --pattern must be a plain regular expression/],
  [['--type', 'text', '--key', '9'], 1, /^Error: --key must start with a small letter/],
  [['--type', 'select', '--option', '=Label'], 2, /Write a choice as value=Label/],
  [['--type', 'number', '--min', 'low'], 2, /Write a number/],
  [['--type', 'text', '--order', '1.5'], 2, /Write a whole number/],
];

for (const [options, exitCode, line] of wrong) {
  test(`parameter create ${options.join(' ')} is refused by the option's name`, async () => {
    const { call } = await openCaller();
    const result = await call('create', 'Thing', ...options);
    assert.equal(result.exitCode, exitCode);
    assert.match(result.stderr, line);
  });
}

test('parameter archive takes an id, a key or a name; the definition is then listed only with --archived', async () => {
  const { call } = await openCaller();
  for (const handle of ['id', 'key', 'name'] as const) {
    const made = JSON.parse((await call('create', `Locker ${handle}`, '--type', 'text', '--json')).stdout);
    const archived = await call('archive', made[handle], '--json');
    assert.deepEqual(JSON.parse(archived.stdout), { ...made, archived: true });
    const idsOf = async (...options: string[]) =>
      JSON.parse((await call('list', '--json', ...options)).stdout).map(({ id }: { id: string }) => id);
    assert.ok(!(await idsOf()).includes(made.id));
    assert.ok((await idsOf('--archived')).includes(made.id));
  }
  assert.match((await call('list')).stdout, /^built-in +firstName +First name +text/m);
  assert.match((await call('list', '--archived')).stdout, /Locker key +text +archived/);
});

test('a built-in field and an unknown one can not be archived', async () => {
  const { call } = await openCaller();
  assert.equal((await call('archive', 'email')).stderr, 'Error: Email is built in and stays in use.\n');
  assert.equal((await call('archive', 'nothing')).stderr, 'Error: The parameter nothing was not found.\n');
});
