// The commands on organizations, and what all commands that work in one have in common.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCommand } from '#test/command-line.ts';
import { makeOrganization, world } from '#test/world.ts';

const unique = () =>
  `cli-${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/** What an organization doesn't have that was made of a name only. */
const nothing = {
  legalName: null,
  vatNumber: null,
  phone: null,
  email: null,
  adminEmail: null,
  primaryColor: null,
  logoUrl: null,
};

test('organization create --json prints the whole record as one document, and list has it', async () => {
  const { parts } = await world();
  const slug = unique();
  const options = ['--country', 'de', '--time-zone', 'Europe/Berlin', '--currency', 'eur'];
  const made = await callCommand(parts, [
    'organization',
    'create',
    'Haus',
    '--slug',
    slug,
    ...options,
    '--json',
  ]);
  assert.deepEqual([made.exitCode, made.stderr], [0, '']);
  const { id, createdAt, updatedAt, ...rest } = JSON.parse(made.stdout);
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.ok(!Number.isNaN(Date.parse(createdAt)));
  assert.equal(updatedAt, createdAt);
  assert.deepEqual(rest, {
    slug,
    name: 'Haus',
    countryCode: 'DE',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    address: {},
    ...nothing,
    sessionDays: 30,
    codeMinutes: 10,
  });
  const listed = JSON.parse((await callCommand(parts, ['organization', 'list', '--json'])).stdout);
  assert.deepEqual(
    listed.filter((organization: { slug: string }) => organization.slug === slug),
    [JSON.parse(made.stdout)],
  );
});

test('organization create tells people the slug, and list shows it in a table', async () => {
  const { parts } = await world();
  const slug = unique();
  const made = await callCommand(parts, ['organization', 'create', 'Haus', '--slug', slug]);
  assert.match(made.stdout, new RegExp(`^Made the organization ${slug}\\.\n`));
  const listed = await callCommand(parts, ['organization', 'list']);
  assert.match(listed.stdout, /^SLUG +NAME +COUNTRY/);
  assert.match(listed.stdout, new RegExp(`^${slug} +Haus +US`, 'm'));
});

test('organization update changes what it names, clears what is empty, and leaves the rest and a trace', async () => {
  const w = await world();
  const house = await makeOrganization(w, { name: 'Harbour House', adminEmail: 'office@harbour.example' });
  const { slug } = house.organization;
  const call = async (...argv: string[]) => callCommand(w.parts, ['organization', ...argv, '-o', slug]);
  const options = ['--legal-name', 'Harbour House GmbH', '--vat-number', 'DE123456789', '--country', 'de'];
  const seat = ['--line1', 'Am Sandtorkai 12', '--city', 'Hamburg', '--phone', '040 5550100'];
  const changed = await call('update', ...options, ...seat, '--admin-email', '');
  assert.deepEqual([changed.exitCode, changed.stderr], [0, '']);
  const shown = JSON.parse((await call('show', '--json')).stdout);
  assert.deepEqual(
    [shown.name, shown.legalName, shown.vatNumber, shown.phone, shown.adminEmail, shown.address],
    [
      'Harbour House',
      'Harbour House GmbH',
      'DE123456789',
      '+49405550100',
      null,
      { line1: 'Am Sandtorkai 12', city: 'Hamburg' },
    ],
  );
  const { body } = await house.admin.get(`/audit?recordId=${house.organization.id}`);
  assert.deepEqual(
    body.data.map(({ action }: { action: string }) => action),
    ['organization.updated'],
  );
  assert.equal((await call('update', '--vat-number', 'DE123456789')).exitCode, 0);
  const { body: again } = await house.admin.get(`/audit?recordId=${house.organization.id}`);
  assert.equal(again.data.length, 1, 'a change that changes nothing is none');
});

test('organization update names every option that is wrong, and changes nothing then', async () => {
  const w = await world();
  const { organization } = await makeOrganization(w, { name: 'Harbour House' });
  const options = [
    '--name',
    'Other',
    '--color',
    'blue',
    '--logo',
    'logo.png',
    '--phone',
    'x',
    '--code-minutes',
    '3',
  ];
  const { exitCode, stderr } = await callCommand(w.parts, [
    'organization',
    'update',
    ...options,
    '-o',
    organization.slug,
  ]);
  assert.equal(exitCode, 1);
  for (const option of ['--color', '--logo', '--phone', '--code-minutes']) {
    assert.match(stderr, new RegExp(`${option} must be`));
  }
  const shown = await callCommand(w.parts, ['organization', 'show', '-o', organization.slug]);
  assert.match(shown.stdout, /Harbour House/);
});

test('a name with control characters, which could rewrite a terminal, is refused', async () => {
  const { parts } = await world();
  const { exitCode, stderr } = await callCommand(parts, ['organization', 'create', 'A\u001b[2Jb\u0007c']);
  assert.equal(exitCode, 1);
  assert.match(stderr, /^Error: <name> must have 1 to 200 characters/);
});

const wrong: [string[], RegExp][] = [
  [['organization', 'create', 'X', '--time-zone', 'Mars'], /^Error: --time-zone must be an IANA zone name/],
  [['organization', 'create', 'X', '--country', 'DEU'], /^Error: --country must be a two-letter/],
  [
    ['organization', 'create', ' '],
    /^Error: <name> must have 1 to 200 characters in one line, none of them control characters\.\n$/,
  ],
  [['api-key', 'list', '-o', 'nowhere'], /^Error: The organization nowhere was not found\.\n$/],
  [['api-key', 'list'], /^Error: There are several organizations\. Name one with --organization \(/],
  [['api-key', 'create', 'X', '--permissions', 'fly'], /^Error: There are several organizations/],
  [['migrate'], /^Error: Another Frontdesk process has the embedded database open/],
  [['restore', 'x.tar.gz'], /^Error: Stop the server before a restore\.\n$/],
];

for (const [argv, line] of wrong) {
  test(`"${argv.join(' ')}" fails with one line on standard error and exit code 1`, async () => {
    await makeOrganization(await world());
    await makeOrganization(await world());
    const { exitCode, stdout, stderr } = await callCommand((await world()).parts, argv);
    assert.deepEqual([exitCode, stdout], [1, '']);
    assert.match(stderr, line);
    assert.equal(stderr.split('\n').length, 2);
  });
}

const misused: [string[], RegExp][] = [
  [
    ['organisation'],
    /^Error: unknown command 'organisation' \(did you mean organization\?\)\. See: frontdesk --help/,
  ],
  [['organization', 'make'], /^Error: unknown command 'make'.* See: frontdesk organization --help/],
  [
    ['organization', 'create'],
    /^Error: missing required argument 'name'\. See: frontdesk organization create --help/,
  ],
  [['organization', 'list', '--all'], /^Error: unknown option '--all'/],
  [['organization', 'list', 'all'], /^Error: too many arguments/],
  [['public-key', 'create', 'X'], /^Error: required option '--origin <origin>' not specified/],
  [
    ['api-key', 'create', 'X', '--expires', 'soon'],
    /^Error: option '--expires <when>' argument 'soon' is invalid/,
  ],
];

for (const [argv, line] of misused) {
  test(`"${argv.join(' ')}" is wrong usage: one line that names the help, and exit code 2`, async () => {
    const { exitCode, stdout, stderr } = await callCommand((await world()).parts, argv);
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.match(stderr, line);
    assert.equal(stderr.split('\n').length, 2);
  });
}
