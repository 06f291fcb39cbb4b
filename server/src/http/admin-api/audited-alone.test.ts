// What the audit log alone is told: keys, applications, subscriptions and sign-ins, without anything that opens them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { createApiKey, revokeApiKey } from '#core/api-keys/api-keys.ts';
import { type AuditedType, auditedTypes } from '#core/events/event.ts';
import {
  createOAuthClient,
  disableOAuthClient,
  rotateOAuthClientSecret,
} from '#core/oauth-clients/oauth-clients.ts';
import { createPublicKey, revokePublicKey } from '#core/public-keys/public-keys.ts';
import { revokeSession } from '#core/sign-in/sessions.ts';
import { publishDueEvents } from '#core/webhooks/publishing.ts';
import { endPreviousSecret, rotateSecret } from '#core/webhooks/subscription-secrets.ts';
import {
  createWebhookSubscription,
  enableSubscription,
  endLocked,
  endSubscription,
} from '#core/webhooks/subscriptions.ts';
import { sha256 } from '#kit/hash.ts';
import { signIn } from '#test/customer.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

interface Entry {
  action: string;
  recordId: string;
  changes: { field: string; from?: unknown; to?: unknown }[];
}

suite('what the audit log alone is told', () => {
  let all: World;
  let house: TestOrganization;
  /** Everything somebody could open something with. */
  const secrets: string[] = [];

  before(async () => {
    all = await world();
    house = await makeOrganization(all);
    for (const change of [changeKeys, changeApplications, changeSubscriptions, changeSignIns]) {
      secrets.push(...(await change(all, house)));
    }
  });

  test('is each of these changes, and what each thing was at its beginning', async () => {
    const entries = await entriesOf(house);
    const actions = new Set(entries.map(({ action }) => action));
    for (const type of auditedTypes) assert.ok(actions.has(type), `${type} was not written`);
    const changed = new Map(
      entries.map(({ action, changes }) => [action, changes.map(({ field }) => field)]),
    );
    const told: Partial<Record<AuditedType, string[]>> = {
      'api_key.created': ['name', 'permissions'],
      'api_key.revoked': ['revokedAt'],
      'oauth_client.secret_rotated': [],
      'webhook_subscription.created': ['events', 'targetHost'],
      'webhook_subscription.secret_rotated': ['previousSecretUntil'],
      'customer_session.ended': ['sessionId', 'accountId', 'reason'],
    };
    for (const [type, fields] of Object.entries(told)) assert.deepEqual(changed.get(type), fields, type);
  });

  test('has no secret, no hash of one and no address that opens something', async () => {
    const text = JSON.stringify(await entriesOf(house));
    assert.ok(secrets.length >= 10);
    for (const secret of secrets) {
      const forms = [secret, sha256(secret).toString('hex'), sha256(secret).toString('base64')];
      for (const form of forms) assert.ok(!text.includes(form), `${form} is in the audit log`);
    }
  });

  test('is no event: it is not published and can’t be subscribed to', async () => {
    while ((await publishDueEvents(all.parts.db, all.clock)) > 0);
    const { body } = await house.admin.get('/events');
    const types = body.data.map(({ type }: { type: string }) => type);
    assert.ok(types.includes('customer.created'));
    assert.deepEqual(
      types.filter((type: string) => auditedTypes.some((audited) => audited === type)),
      [],
    );
    const targetUrl = 'https://hooks.zapier.com/hooks/keys';
    const answer = await house.admin.post('/webhook-subscriptions', {
      events: ['api_key.created'],
      targetUrl,
    });
    assert.equal(answer.status, 400);
  });

  test('stands in docs/audit.md, kind by kind', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/audit.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+\.\w+)` \|/gm)].map((match) => match[1]);
    assert.deepEqual(listed, [...auditedTypes]);
  });
});

async function entriesOf({ admin }: TestOrganization): Promise<Entry[]> {
  return (await admin.get('/audit?limit=100')).body.data;
}

async function changeKeys(_all: World, { scope }: TestOrganization): Promise<string[]> {
  const { key, secret } = await createApiKey(scope, { name: 'Website' });
  await revokeApiKey(scope, key.id);
  const publicKey = await createPublicKey(scope, { name: 'Site', allowedOrigins: ['https://site.example'] });
  await revokePublicKey(scope, publicKey.id);
  return [secret];
}

async function changeApplications(_all: World, { scope }: TestOrganization): Promise<string[]> {
  const redirectUris = ['https://site.example/callback'];
  const { client, secret } = await createOAuthClient(scope, {
    name: 'Site',
    type: 'confidential',
    redirectUris,
  });
  const rotated = await rotateOAuthClientSecret(scope, client.clientId);
  await disableOAuthClient(scope, client.clientId);
  return [secret!, rotated.secret];
}

async function changeSubscriptions(_all: World, { scope }: TestOrganization): Promise<string[]> {
  const targetUrl = 'https://hooks.zapier.com/hooks/path-that-opens?token=query-that-opens';
  const made = await createWebhookSubscription(scope, { events: ['task.created'], targetUrl });
  const { id } = made.subscription;
  const rotated = await rotateSecret(scope, id);
  await endPreviousSecret(scope, id);
  await scope.write((tx) => endLocked(tx, scope, made.subscription, 'failing'));
  await enableSubscription(scope, id);
  await endSubscription(scope, id);
  return [made.secret, made.unsubscribeToken, rotated.secret, 'path-that-opens', 'query-that-opens'];
}

async function changeSignIns(all: World, house: TestOrganization): Promise<string[]> {
  const email = 'ada@example.com';
  const { id } = (await house.admin.post('/customers', { emails: [{ address: email }] })).body.data;
  const { tokens } = await signIn(all, house, email);
  const [, payload] = tokens.access_token.split('.');
  await revokeSession(house.scope, JSON.parse(Buffer.from(payload!, 'base64url').toString()).sid, 'staff');
  const actions = (await house.admin.get(`/audit?recordId=${id}`)).body.data.map(
    ({ action }: Entry) => action,
  );
  assert.deepEqual(actions, ['customer_session.ended', 'customer_account.linked', 'customer.created']);
  return [tokens.access_token, tokens.refresh_token];
}
