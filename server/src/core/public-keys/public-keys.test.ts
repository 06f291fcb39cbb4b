// Making, listing and revoking public keys, on a real database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationOfPublicKey } from '#core/public-keys/public-key.ts';
import { createPublicKey, listPublicKeys, revokePublicKey } from '#core/public-keys/public-keys.ts';
import { makeOrganization, world } from '#test/world.ts';

test('a public key is listed as it was made, with its origins in the form browsers send, each once', async () => {
  const { scope, organization } = await makeOrganization(await world());
  const allowedOrigins = ['https://www.Example.com/', 'https://www.example.com', 'http://localhost:3000'];
  const made = await createPublicKey(scope, { name: ' Website ', allowedOrigins });
  assert.equal(organizationOfPublicKey(made.key), organization.id);
  assert.equal(made.name, 'Website');
  assert.deepEqual(made.allowedOrigins, ['https://www.example.com', 'http://localhost:3000']);
  assert.deepEqual(await listPublicKeys(scope), [made]);
});

test('a revoked public key stays listed with the time of its first revocation', async () => {
  const { scope } = await makeOrganization(await world());
  const made = await createPublicKey(scope, { name: 'Website', allowedOrigins: ['https://example.com'] });
  const revoked = await revokePublicKey(scope, made.id);
  assert.ok(revoked.revokedAt);
  assert.deepEqual(await revokePublicKey(scope, made.id), revoked);
  assert.deepEqual(await listPublicKeys(scope), [revoked]);
});

test('another organization neither sees nor revokes a public key', async () => {
  const own = await makeOrganization(await world());
  const other = await makeOrganization(await world());
  const made = await createPublicKey(own.scope, { name: 'Website', allowedOrigins: ['https://example.com'] });
  assert.deepEqual(await listPublicKeys(other.scope), []);
  for (const id of [made.id, 'nonsense']) {
    await assert.rejects(revokePublicKey(other.scope, id), { code: 'not_found' });
  }
  assert.equal((await listPublicKeys(own.scope))[0]?.revokedAt, undefined);
});

test('a public key needs a name and 1 to 20 origins, and is told which one is wrong', async () => {
  const { scope } = await makeOrganization(await world());
  const many = Array.from({ length: 21 }, (_, place) => `https://site-${place}.example`);
  const wrong: [string, string[], RegExp][] = [
    [' ', ['https://example.com'], /^name must not be empty/],
    ['Website', [], /^allowedOrigins must have 1 to 20/],
    ['Website', many, /^allowedOrigins must have 1 to 20/],
    ['Website', ['https://example.com', 'http://example.com'], /^allowedOrigins\[1\] must be an origin/],
  ];
  for (const [name, allowedOrigins, message] of wrong) {
    await assert.rejects(createPublicKey(scope, { name, allowedOrigins }), {
      code: 'invalid_field',
      message,
    });
  }
  assert.equal(
    (await createPublicKey(scope, { name: 'Website', allowedOrigins: many.slice(1) })).key.length,
    51,
  );
});
