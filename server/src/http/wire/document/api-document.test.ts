// The documents that areas serve: valid, complete, and true to their own examples.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { ApiDocument } from '#http/wire/document/open-api.ts';
import { world } from '#test/world.ts';

const rules = createConfig({
  extends: ['recommended-strict'],
  rules: { 'info-license': 'off' },
});

/** What is wrong with a document, as rule, place and sentence. */
async function faultsOf(document: ApiDocument): Promise<string[]> {
  const problems = await lintFromString({ source: JSON.stringify(document), config: await rules });
  return problems.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

test('every document is valid OpenAPI 3.1, and its examples fit their shapes', async () => {
  const { app } = await world();
  assert.ok(app.describedAreas.length > 0);
  for (const { name, document } of app.describedAreas) {
    assert.deepEqual(await faultsOf(document()), [], name);
    assert.match(document().openapi, /^3\.1\./);
  }
});

test('the check of documents finds an example that does not fit its shape', async () => {
  const { app } = await world();
  const document = structuredClone(app.describedAreas[0]!.document());
  document.paths['/customers']!.post!.requestBody!.content['application/json']!.example = { firstName: 5 };
  assert.match((await faultsOf(document)).join(), /no-invalid-media-type-examples/);
});

test('everything a reader asks about is described', async () => {
  const { app } = await world();
  for (const { document } of app.describedAreas) {
    const { paths, components, tags } = document();
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const undescribed = operations.flatMap(({ operationId, parameters = [], responses, ...operation }) => [
      ...parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
      ...operation.tags.filter((tag) => !tags.some(({ name }) => name === tag)),
      ...(operation['x-codeSamples']?.length ? [] : [`${operationId} has no sample`]),
      ...Object.entries(responses)
        .filter(([, response]) => 'description' in response && !/\w.*\.$/.test(response.description))
        .map(([status]) => `${operationId} ${status}`),
    ]);
    assert.deepEqual(undescribed, []);
    assert.deepEqual(
      Object.entries(components.headers).filter(([, { description }]) => !description),
      [],
    );
  }
});

test('the document is served without a credential, to pages of any origin', async () => {
  const { app } = await world();
  for (const { documentPath, document } of app.describedAreas) {
    const answer = await app.inject(documentPath);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.deepEqual(answer.json(), document());
  }
});
