// The commands on organizations, and what all commands that work in one have in common.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCommand } from '#test/command-line.ts';
import { makeOrganization, world } from '#test/world.ts';

const unique = () =>
  `cli-${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

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
  const { id, createdAt, ...rest } = JSON.parse(made.stdout);
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.ok(!Number.isNaN(Date.parse(createdAt)));
  assert.deepEqual(rest, {
    slug,
    name: 'Haus',
    countryCode: 'DE',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    adminEmail: null,
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
    /^Error: <name> must have 1 to 200 characters, none of them control characters\.\n$/,
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
