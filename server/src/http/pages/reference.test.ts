// The reference pages as they are served; how they look is for eyes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { referencePage } from '#http/pages/reference-page.ts';
import type { ApiDocument } from '#http/wire/document/open-api.ts';
import { world } from '#test/world.ts';

const addresses = { style: '/a.css', script: '/a.js', document: '/openapi.json', index: undefined };

async function pages(): Promise<{ document: ApiDocument; page: string }[]> {
  const { app } = await world();
  return app.describedAreas.map(({ document }) => ({
    document: document(),
    page: referencePage(document(), { addresses, keyField: true }),
  }));
}

test('every operation has its section, and the contents lead to it', async () => {
  for (const { document, page } of await pages()) {
    for (const { operationId } of Object.values(document.paths).flatMap((methods) =>
      Object.values(methods),
    )) {
      assert.ok(page.includes(`<h3 id="${operationId}">`), operationId);
      assert.ok(page.includes(`<li><a href="#${operationId}">`), operationId);
    }
  }
});

test('no two parts of a page have one id, and every link within it leads somewhere', async () => {
  for (const { page } of await pages()) {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(
      ids.filter((id, place) => ids.indexOf(id) < place),
      [],
    );
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(
      links.filter((id) => !ids.includes(id)),
      [],
    );
  }
});

test('a page brings no script, style or handler of its own, and names no other source', async () => {
  for (const { page } of await pages()) {
    assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|<script(?! src="\/a\.js")|<iframe|<img/);
    const loaded = [...page.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]*)"/g)].map(([, url]) => url);
    assert.deepEqual(loaded, ['data:,', '/a.css', '/a.js']);
  }
});

test('what a document says is text, not markup', async () => {
  const { app } = await world();
  const document = structuredClone(app.describedAreas[0]!.document());
  const [operation] = Object.values(document.paths['/account']!);
  const nasty = '"><script>alert(1)</script>';
  operation!.summary = nasty;
  operation!['x-codeSamples']![0]!.source = nasty;
  operation!.responses[200] = {
    description: 'Nasty.',
    content: { 'application/json': { schema: { type: 'object' }, example: { name: nasty } } },
  };
  assert.doesNotMatch(referencePage(document, { addresses, keyField: false }), /<script>/);
});

test('the field for a key is there in development only', async () => {
  const { app } = await world();
  const document = app.describedAreas[0]!.document();
  assert.match(referencePage(document, { addresses, keyField: true }), /<input id="key" type="password"/);
  assert.doesNotMatch(referencePage(document, { addresses, keyField: false }), /id="key"/);
});

test('/docs shows the only area, or lists several', async () => {
  const { app } = await world();
  const { body } = await app.inject('/docs');
  const { describedAreas } = app;
  if (describedAreas.length === 1) assert.match(body, new RegExp(`<h1>${describedAreas[0]!.title}</h1>`));
  else
    for (const { name, title } of describedAreas)
      assert.match(body, new RegExp(`/docs/${name}">${title}</a>`));
  for (const { name, title } of describedAreas) {
    assert.match((await app.inject(`/docs/${name}`)).body, new RegExp(`<h1>${title}</h1>`));
  }
  assert.equal((await app.inject('/docs/nothing')).statusCode, 404);
});

test('a page may load its own files and nothing else, and may not be framed', async () => {
  const { app } = await world();
  const { headers } = await app.inject('/docs/admin-api');
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('a page that did not change is not sent again, and its files are kept for good', async () => {
  const { app } = await world();
  const first = await app.inject({ url: '/docs/admin-api', headers: { 'accept-encoding': 'gzip' } });
  assert.match(gunzipSync(first.rawPayload).toString(), /^<!doctype html>/);
  const { etag } = first.headers;
  const again = await app.inject({ url: '/docs/admin-api', headers: { 'if-none-match': etag } });
  assert.equal(again.statusCode, 304);
  const files = [...(await app.inject('/docs/admin-api')).body.matchAll(/"([^"]*\/docs\/assets\/[^"]*)"/g)];
  assert.equal(files.length, 2);
  for (const [, file] of files) {
    const { statusCode, headers } = await app.inject(file!);
    assert.equal(statusCode, 200);
    assert.match(String(headers['cache-control']), /immutable/);
  }
});
