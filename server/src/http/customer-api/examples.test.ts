// The samples of signing in and the profile, sent to a listening server in the order in which a customer comes to them.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { createPublicKey } from '#core/public-keys/public-keys.ts';
import { type ApiDocument, type Operation, type Response, resolve } from '#http/wire/document/open-api.ts';
import { mailedCode, visitor } from '#test/customer.ts';
import { addressOf } from '#test/listening.ts';
import { type SampleLanguage, sampleLanguages } from '#test/samples.ts';
import { makeOrganization, type World, world } from '#test/world.ts';

const tags = ['Sign-in', 'Profile'];
let shared: World;
let address: string;
let document: ApiDocument;

before(async () => {
  shared = await world();
  address = await addressOf(shared);
  document = shared.app.describedAreas.find(({ name }) => name === 'customer-api')!.document();
});

for (const language of sampleLanguages) {
  const { label, skip } = language;
  test(
    `the ${label} samples of signing in and the profile run as they stand and are answered as documented`,
    { skip },
    () => runSamples(language),
  );
}

async function runSamples(language: SampleLanguage): Promise<void> {
  const { scope } = await makeOrganization(shared);
  const { key } = await createPublicKey(scope, { name: 'Site', allowedOrigins: ['https://www.example.com'] });
  const left = new Map(operations().map((operation) => [operation.operationId, operation]));
  const known = new Map([['pk_0GzqB3kLw9TxYc5VnHs1Qe7RmPjUdXaKbEiWf2Zt4Cy6Lg8S', key]]);
  let accessToken = '';

  /** Runs the sample of an operation, with what this server made in place of what the example shows. */
  async function run(operationId: string): Promise<Record<string, unknown>> {
    const operation = left.get(operationId)!;
    left.delete(operationId);
    let source = operation['x-codeSamples']!.find(({ label }) => label === language.label)!.source;
    source = source.replaceAll(shared.config.urls.public, address);
    for (const [shown, real] of known) source = source.replaceAll(shown, real);
    const { status, body } = await language.run(source, { variable: 'ACCESS_TOKEN', value: accessToken });
    const documented = operation.responses[String(status)];
    assert.ok(documented && status < 300, `${operationId}: ${status} ${JSON.stringify(body)}`);
    const { content } = resolve<Response>(document, documented);
    const { example } = content!['application/json']!;
    assert.deepEqual(kindOf(body), kindOf(example), `${operationId} answers otherwise`);
    return (body as { data: Record<string, unknown> }).data;
  }
  const keepTokens = ({ access_token, refresh_token }: Record<string, unknown>) => {
    accessToken = String(access_token);
    known.set('fdr_0GzqB3kLw9TxYc5VnHs1Qe7RmPjUdXaKbEiWf2Zt4Cy6Lg8Sh0Ov3Nr5MuDp', String(refresh_token));
  };

  shared.clock.advance(61_000);
  await run('sendSignInCode');
  known.set('042137', await mailedCode(shared, 'jane@example.com'));
  keepTokens(await run('signInWithCode'));
  keepTokens(await run('refreshTokens'));
  await run('updateOwnProfile');
  await run('readOwnProfile');
  await run('sendEmailVerification');
  known.set('042137', await mailedCode(shared, 'jane@work.example'));
  await run('verifyEmail');
  const { uploadUrl } = await run('createPhotoUpload');
  known.set('019d3dc4-0b6e-7f23-a1c5-7d9e2b4f6a80', await upload(String(uploadUrl)));
  await run('showUploadedPhoto');
  await run('signOut');
  assert.equal(
    (await visitor(shared).get('/profile', { authorization: `Bearer ${accessToken}` })).status,
    401,
  );
  assert.deepEqual([...left.keys()], []);
}

function operations(): Operation[] {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  return all.filter((operation) => operation.tags.some((tag) => tags.includes(tag)));
}

async function upload(url: string): Promise<string> {
  const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const answer = await fetch(url.replace(shared.config.urls.public, address), {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  });
  return ((await answer.json()) as { storageId: string }).storageId;
}

/** The fields of an answer and what kind of value each has; of a list, those of its first. */
function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(kindOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, kindOf(member)]));
}
