// What a person reads who starts Frontdesk.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DemoStart } from '#src/demo/demo.ts';
import { welcome } from '#src/welcome.ts';

const url = 'http://localhost:3000';
const config = {
  urls: { public: url, wallet: url, portal: url, signup: url, issuer: `${url}/api/auth` },
  dataDir: '/srv/frontdesk',
  smtpUrl: undefined,
};
const start: DemoStart = {
  demo: {
    organization: {
      id: '0192f0c4-0000-7000-8000-000000000000',
      slug: 'harbour-house',
      name: 'Harbour House',
    },
    urls: {
      admin: `${url}/api/v1`,
      client: `${url}/api/client/v1`,
      auth: `${url}/api/auth`,
      issuer: `${url}/api/auth`,
    },
    adminApiKey: 'fdk_key',
    publicKey: { key: 'pk_key', allowedOrigins: [] },
    oauthClients: {
      confidential: { clientId: 'fdc_website', clientSecret: 'fds_secret', redirectUris: [] },
      public: { clientId: 'fdc_app', redirectUris: [] },
    },
    customer: { email: 'dana@example.com' },
  },
  isNew: true,
};

test('the first welcome names every address and key, and a command that works as it stands', () => {
  const text = welcome(config, start);
  for (const part of [`${url}/api/v1\n`, `${url}/docs\n`, `${url}/dev/mailbox\n`, 'fdk_key\n', 'Ctrl+C']) {
    assert.ok(text.includes(part), part);
  }
  assert.match(
    text,
    /^ {2}curl -H "Authorization: Bearer fdk_key" "http:\/\/localhost:3000\/api\/v1\/customers\?limit=3"$/m,
  );
});

test('a later welcome has two lines, and no key', () => {
  const text = welcome(config, { ...start, isNew: false });
  assert.equal(text.trimEnd().split('\n').length, 2);
  assert.match(text, /demo\.json/);
  assert.doesNotMatch(text, /fdk_key/);
});

test('without a demo the welcome says where organizations come from', () => {
  assert.match(welcome(config, undefined), /frontdesk -- --help/);
});

test('with a mail server there is no mailbox to point at', () => {
  const withServer = { ...config, smtpUrl: 'smtp://mail.example:587' };
  for (const demo of [start, undefined]) assert.doesNotMatch(welcome(withServer, demo), /mailbox/i);
});
