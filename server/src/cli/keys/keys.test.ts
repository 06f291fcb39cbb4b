// The commands on API keys and public keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originAllowed } from '#core/public-keys/public-key.ts';
import { expiryFrom, parseExpiry } from '#src/cli/keys/api-keys.ts';
import { callCommand } from '#test/command-line.ts';
import { makeOrganization, world } from '#test/world.ts';

test('api-key create shows a secret that opens the Admin API, says that it is shown once, and list never shows it', async () => {
  const { parts, app } = await world();
  const { organization } = await makeOrganization(await world());
  const inside = ['-o', organization.slug];
  const made = await callCommand(parts, ['api-key', 'create', 'Website', ...inside]);
  assert.equal(made.exitCode, 0);
  assert.match(made.stdout, /The key is shown only this once: store it now\./);
  const secret = /^ {2}(fdk_\w+)$/m.exec(made.stdout)?.[1];
  const headers = { authorization: `Bearer ${secret}` };
  assert.equal((await app.inject({ url: '/api/v1/account', headers })).statusCode, 200);
  for (const more of [[], ['--json']]) {
    const listed = await callCommand(parts, ['api-key', 'list', ...inside, ...more]);
    assert.match(listed.stdout, /Website/);
    assert.doesNotMatch(listed.stdout, /fdk_/);
  }
});

test('api-key create takes permissions and an expiry, and finds the organization by its id too', async () => {
  const { parts, clock } = await world();
  const { organization } = await makeOrganization(await world());
  const options = ['--permissions', 'metadata:read,customers:read', '--expires', '90d', '--json'];
  const before = clock.now().getTime();
  const made = await callCommand(parts, ['api-key', 'create', 'Reports', '-o', organization.id, ...options]);
  const key = JSON.parse(made.stdout);
  assert.deepEqual(key.permissions, ['customers:read', 'metadata:read']);
  const days = (Date.parse(key.expiresAt) - before) / 86_400_000;
  assert.ok(days >= 90 && days < 90.01, key.expiresAt);
  assert.equal(key.organization, organization.slug);
  assert.match(key.secret, /^fdk_\w{58}$/);
});

test('a revoked API key stays listed as revoked; revoking an unknown one fails', async () => {
  const { parts } = await world();
  const { organization } = await makeOrganization(await world());
  const inside = ['-o', organization.slug, '--json'];
  const { id } = JSON.parse((await callCommand(parts, ['api-key', 'create', 'Old', ...inside])).stdout);
  const revoked = await callCommand(parts, ['api-key', 'revoke', id, ...inside]);
  assert.deepEqual(JSON.parse(revoked.stdout), { id, revoked: true });
  const keys = JSON.parse((await callCommand(parts, ['api-key', 'list', ...inside])).stdout);
  assert.ok(keys.find((key: { id: string }) => key.id === id).revokedAt);
  const shown = (await callCommand(parts, ['api-key', 'list', '-o', organization.slug])).stdout;
  assert.match(shown, new RegExp(`^${id} +Old +revoked`, 'm'));
  const unknown = await callCommand(parts, ['api-key', 'revoke', '123', ...inside]);
  assert.deepEqual([unknown.exitCode, unknown.stderr], [1, 'Error: The API key 123 was not found.\n']);
});

test('public-key create, list and revoke work on one record', async () => {
  const { parts } = await world();
  const { organization } = await makeOrganization(await world());
  const inside = ['-o', organization.slug, '--json'];
  const origins = ['--origin', 'https://*.example.com', '--origin', 'http://localhost:3000'];
  const made = await callCommand(parts, ['public-key', 'create', 'Website', ...origins, ...inside]);
  const key = JSON.parse(made.stdout);
  assert.ok(originAllowed(key, 'https://www.example.com'));
  const { organization: slug, ...record } = key;
  assert.equal(slug, organization.slug);
  assert.deepEqual(JSON.parse((await callCommand(parts, ['public-key', 'list', ...inside])).stdout), [
    record,
  ]);
  const revoked = await callCommand(parts, ['public-key', 'revoke', key.id, ...inside]);
  assert.ok(JSON.parse(revoked.stdout).revokedAt);
  const wrong = await callCommand(parts, [
    'public-key',
    'create',
    'X',
    '--origin',
    'http://example.com',
    ...inside,
  ]);
  assert.match(wrong.stderr, /^Error: --origin must be an origin like .*, not "http:\/\/example\.com"\.\n$/);
});

const now = new Date('2026-11-21T10:00:00Z');
const expiries: [string, string | undefined][] = [
  ['2027-01-31', '2027-02-01T00:00:00.000Z'],
  ['2026-11-21', '2026-11-22T00:00:00.000Z'],
  ['2027-01-31T18:00:00+01:00', '2027-01-31T17:00:00.000Z'],
  ['12h', '2026-11-21T22:00:00.000Z'],
  ['90d', '2027-02-19T10:00:00.000Z'],
  ['2w', '2026-12-05T10:00:00.000Z'],
  ['2026-11-20', undefined],
  ['2027-02-30', undefined],
  ['2027-13-01', undefined],
  ['31.01.2027', undefined],
  ['0d', undefined],
  ['90', undefined],
  ['', undefined],
];

for (const [text, at] of expiries) {
  test(`--expires "${text}" ${at ? `is ${at}` : 'is refused'}`, () => {
    const read = () => expiryFrom(parseExpiry(text), now).toISOString();
    if (at) assert.equal(read(), at);
    else assert.throws(read, { code: 'commander.invalidArgument' });
  });
}
