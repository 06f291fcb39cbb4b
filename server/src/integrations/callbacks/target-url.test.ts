// Which URLs a callback may go to, in production and in development.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkTargetUrl, defaultCallbackHosts } from './target-url.ts';

const listed = { hosts: ['hooks.zapier.com', '*.make.com', 'bücher.example'], allowLoopback: false };
const anywhere = { hosts: ['*'], allowLoopback: false };
const development = { hosts: ['hooks.zapier.com'], allowLoopback: true };

describe('the URL of a callback', () => {
  const fine = [
    'https://hooks.zapier.com/hooks/standard/1/abc/?isdebug=false',
    'https://hooks.zapier.com:443/hooks',
    'https://HOOKS.Zapier.com/hooks',
    'https://hook.eu1.make.com/abc',
    'https://a.b.c.make.com/abc',
    'https://bücher.example/abc',
    'https://xn--bcher-kva.example/abc',
    `https://hooks.zapier.com/${'a'.repeat(2048 - 'https://hooks.zapier.com/'.length)}`,
  ];
  for (const url of fine) {
    it(`may be ${url.slice(0, 80)}`, () => assert.equal(checkTargetUrl(url, listed), undefined));
  }

  const refused: [string, RegExp][] = [
    ['http://hooks.zapier.com/a', /start with https/],
    ['ftp://hooks.zapier.com/a', /start with https/],
    ['javascript:alert(1)', /full URL/],
    ['hooks.zapier.com/a', /full URL/],
    ['', /full URL/],
    ['https://', /full URL/],
    ['https://hooks.zapier.com:8443/a', /port 443/],
    ['https://anna@hooks.zapier.com/a', /user name or password/],
    ['https://:secret@hooks.zapier.com/a', /user name or password/],
    ['https://hooks.zapier.com@evil.example/a', /user name or password/],
    ['https://hooks.zapier.com/a#b', /fragment/],
    ['https://hooks.zapier.com/a#', /fragment/],
    [' https://hooks.zapier.com/a', /spaces/],
    ['https://hooks.zapier.com/a\n', /spaces/],
    ['https://hooks.zap\tier.com/a', /spaces/],
    ['https://evil.example\\@hooks.zapier.com/a', /backslashes/],
    ['https://hooks.zapier.com./a', /without a dot/],
    [`https://hooks.zapier.com/${'a'.repeat(2048)}`, /at most 2048/],
    ['https://evil.example/a', /one of the hosts.*hooks\.zapier\.com, \*\.make\.com/],
    ['https://hooks.zapier.com.evil.example/a', /one of the hosts/],
    ['https://nothooks.zapier.com/a', /one of the hosts/],
    ['https://make.com/a', /one of the hosts/],
    ['https://notmake.com/a', /one of the hosts/],
    ['https://localhost/a', /public host/],
  ];
  for (const [url, reason] of refused) {
    it(`may not be ${JSON.stringify(url.slice(0, 60))}`, () =>
      assert.match(checkTargetUrl(url, listed) ?? '', reason));
  }

  it('may be on any public host when the list says *', () => {
    assert.equal(checkTargetUrl('https://crm.example.org/hook', anywhere), undefined);
  });

  const inner = [
    'intranet',
    'printer.local',
    'metadata.google.internal',
    'router.home.arpa',
    'app.localhost',
  ];
  for (const host of inner) {
    it(`may not be on the inner name ${host}, even with *`, () => {
      assert.match(checkTargetUrl(`https://${host}/`, anywhere) ?? '', /public host/);
    });
  }

  const literals = [
    '127.0.0.1',
    '93.184.216.34',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '１２７.0.0.1',
    '127。0。0。1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[2606:4700::1111]',
  ];
  for (const host of literals) {
    it(`may not be the IP address ${host}, even with *`, () => {
      assert.match(checkTargetUrl(`https://${host}/`, anywhere) ?? '', /not an IP address/);
    });
  }
});

describe('the URL of a callback in development', () => {
  const fine = [
    'http://localhost:4010/hook',
    'https://localhost/hook',
    'http://127.0.0.1:4010/hook',
    'http://127.1.2.3/hook',
    'http://[::1]:4010/hook',
    'https://hooks.zapier.com/hook',
  ];
  for (const url of fine)
    it(`may be ${url}`, () => assert.equal(checkTargetUrl(url, development), undefined));

  const refused: [string, RegExp][] = [
    ['ftp://localhost/hook', /http:\/\/ or https/],
    ['http://anna:secret@localhost:4010/hook', /user name/],
    ['http://localhost:4010/hook#a', /fragment/],
    ['http://hooks.zapier.com/hook', /start with https/],
    ['http://10.0.0.1:4010/hook', /start with https/],
    ['https://10.0.0.1/hook', /not an IP address/],
    ['http://[::ffff:127.0.0.1]:4010/hook', /start with https/],
    ['http://localhost.evil.example:4010/hook', /start with https/],
    ['http://0.0.0.0:4010/hook', /start with https/],
  ];
  for (const [url, reason] of refused) {
    it(`may not be ${url}`, () => assert.match(checkTargetUrl(url, development) ?? '', reason));
  }
});

describe('the host list', () => {
  it('lets through a hook URL of each well-known platform by default', () => {
    const rules = { hosts: defaultCallbackHosts, allowLoopback: false };
    const urls = [
      'https://hooks.zapier.com/hooks/standard/1/a/',
      'https://hook.eu2.make.com/a',
      'https://hook.us1.make.celonis.com/a',
      'https://house.app.n8n.cloud/webhook/a',
      'https://eo1234.m.pipedream.net',
      'https://webhooks.workato.com/webhooks/rest/a/b',
      'https://webhooks.eu.workato.com/webhooks/rest/a/b',
      'https://prod-12.westeurope.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?sig=b',
      'https://default1234.09.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/a',
      'https://1b2c.trayapp.io',
      'https://maker.ifttt.com/trigger/a/with/key/b',
    ];
    for (const url of urls) assert.equal(checkTargetUrl(url, rules), undefined, url);
  });

  it('matches nothing with an entry that is no host', () => {
    for (const entry of ['', '*.', 'https://evil.example', 'evil.example:443', '*evil.example', 'evil.*']) {
      const rules = { hosts: [entry], allowLoopback: false };
      assert.match(checkTargetUrl('https://evil.example/', rules) ?? '', /one of the hosts/, entry);
      assert.match(checkTargetUrl('https://a.evil.example/', rules) ?? '', /one of the hosts/, entry);
    }
  });

  it('says so when it is empty', () => {
    const fault = checkTargetUrl('https://hooks.zapier.com/', { hosts: [], allowLoopback: false });
    assert.match(fault ?? '', /none are configured/);
  });
});
