// Which addresses may be registered for an application.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redirectUriFault } from '#core/oauth-clients/redirect-uri.ts';

test('https, http on this machine and an application’s own scheme may be registered', () => {
  for (const uri of [
    'https://app.example.com/callback',
    'https://app.example.com:8443/a?b=c',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/',
    'com.example.app:/callback',
    'myapp://signed-in',
  ]) {
    assert.equal(redirectUriFault(uri), undefined, uri);
  }
});

test('Addresses that could lead elsewhere may not', () => {
  for (const uri of [
    '',
    '/callback',
    'app.example.com/callback',
    'http://app.example.com/callback',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'https://*.example.com/',
    'https://app.example.com/*',
    'https://app.example.com/#fragment',
    'https://app.example.com/#',
    'https://user:password@app.example.com/',
    'https://app.example.com/a b',
    'https://app.example.com/\n',
    'https://äpp.example.com/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://app.example.com/x',
    `https://app.example.com/${'x'.repeat(2000)}`,
  ]) {
    assert.match(redirectUriFault(uri) ?? 'nothing', /^must .*\.$/, uri);
  }
});
