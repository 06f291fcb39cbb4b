// The written form of public keys, and which origins they may be used from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  normalizeOrigin,
  organizationOfPublicKey,
  originAllowed,
  writePublicKey,
} from '#core/public-keys/public-key.ts';

const organizationId = '01920000-0000-7000-8000-00000000abcd';

test('a key names its organization, and any changed character makes it no key', () => {
  const key = writePublicKey(organizationId);
  assert.match(key, /^pk_[0-9A-Za-z]{48}$/);
  assert.equal(organizationOfPublicKey(key), organizationId);
  for (let place = 3; place < key.length; place += 1) {
    const other = key[place] === 'a' ? 'b' : 'a';
    assert.equal(organizationOfPublicKey(key.slice(0, place) + other + key.slice(place + 1)), undefined);
  }
  assert.equal(organizationOfPublicKey(key.replace('pk_', 'fdk_')), undefined);
});

test('two keys of one organization differ', () => {
  assert.notEqual(writePublicKey(organizationId), writePublicKey(organizationId));
});

const written: [string, string | undefined][] = [
  ['https://www.example.com', 'https://www.example.com'],
  ['https://www.example.com/', 'https://www.example.com'],
  ['HTTPS://WWW.Example.COM:443', 'https://www.example.com'],
  ['https://example.com:8443', 'https://example.com:8443'],
  ['https://*.example.com', 'https://*.example.com'],
  ['https://*.Example.com:8443', 'https://*.example.com:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://app.localhost', 'http://app.localhost'],
  ['http://*.localhost:5173', 'http://*.localhost:5173'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['http://example.com', undefined],
  ['http://localhost.example.com', undefined],
  ['http://*.com', undefined],
  ['https://*.com', undefined],
  ['https://*', undefined],
  ['https://*.*.example.com', undefined],
  ['https://www.*.com', undefined],
  ['https://ex*mple.com', undefined],
  ['https://*.10.0.0.1', undefined],
  ['https://*.[::1]', undefined],
  ['https://example.com/path', undefined],
  ['https://example.com//', undefined],
  ['https://example.com?x', undefined],
  ['https://example.com#x', undefined],
  ['https://user@example.com', undefined],
  ['https://example.com\\@evil.example', undefined],
  ['ftp://example.com', undefined],
  ['example.com', undefined],
  ['null', undefined],
  ['*', undefined],
  ['', undefined],
];

for (const [text, origin] of written) {
  test(`as an allowed origin, "${text}" is ${origin ?? 'refused'}`, () => {
    assert.equal(normalizeOrigin(text), origin);
  });
}

const used: [string, string | undefined, boolean][] = [
  ['https://www.example.com', 'https://www.example.com', true],
  ['https://www.example.com', 'http://www.example.com', false],
  ['https://www.example.com', 'https://www.example.com:8443', false],
  ['https://www.example.com', 'https://example.com', false],
  ['https://www.example.com', 'https://www.example.com.evil.example', false],
  ['https://www.example.com', 'https://www.example.com/', false],
  ['https://www.example.com', 'null', false],
  ['https://www.example.com', undefined, false],
  ['https://*.example.com', 'https://shop.example.com', true],
  ['https://*.example.com', 'https://example.com', false],
  ['https://*.example.com', 'https://a.b.example.com', false],
  ['https://*.example.com', 'https://.example.com', false],
  ['https://*.example.com', 'https://evilexample.com', false],
  ['https://*.example.com', 'https://shop.example.com:8443', false],
  ['https://*.example.com', 'http://shop.example.com', false],
  ['https://*.example.com', 'https://evil.test/.example.com', false],
  ['https://*.example.com', 'https://*.example.com', false],
  ['http://localhost:3000', 'http://localhost:3000', true],
  ['http://localhost:3000', 'http://localhost:3001', false],
];

for (const [allowed, origin, answer] of used) {
  test(`a key for ${allowed} is ${answer ? '' : 'not '}usable from ${origin ?? 'no origin'}`, () => {
    assert.equal(originAllowed({ allowedOrigins: ['https://else.example', allowed] }, origin), answer);
  });
}
