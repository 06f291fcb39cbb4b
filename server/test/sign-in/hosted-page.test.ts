// The hosted sign-in page as a browser without scripts sees it: what it says, what it refuses, what it lets through.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  browserOf,
  codeFor,
  finishSignIn,
  makeApplication,
  passPages,
  startSignIn,
} from '#test/sign-in/applications.ts';
import type { Browser, Place } from '#test/sign-in/browser.ts';
import { makeOrganization, type World, world } from '#test/world.ts';

async function start(house: World, parameters: Record<string, string> = {}) {
  const organization = await makeOrganization(house, { name: 'Harbour & Sons', primaryColor: '#ffd60a' });
  const application = await makeApplication(house, organization, 'public');
  const started = await startSignIn(application, parameters);
  const browser = browserOf(house);
  return { organization, application, started, browser, first: await browser.open(started.url.href) };
}

async function startWithCode(house: World, email: string) {
  const begun = await start(house);
  const second = await begun.browser.submit(begun.first, '/email', { email });
  return { ...begun, second, code: await codeFor(house, email) };
}

function otherThan(code: string): string {
  return code === '111111' ? '222222' : '111111';
}

async function tryCode(browser: Browser, place: Place, code: string): Promise<Place> {
  return browser.submit(place, '/code', { code });
}

test('The page has labelled fields, the brand, and headers that keep it to itself', async () => {
  const house = await world();
  const { first, browser } = await start(house, { login_hint: 'hint@example.com' });
  assert.match(first.html, /<label for="email">Email<\/label>\s*<input id="email"/);
  assert.match(first.html, /value="hint@example.com"/);
  assert.match(first.html, /Harbour &amp; Sons/);
  assert.match(first.html, /--brand: #ffd60a; --on-brand: #000000/);
  assert.match(first.html, /to continue to Example App/);
  assert.equal(first.headers['cache-control'], 'no-store');
  assert.equal(first.headers['referrer-policy'], 'no-referrer');
  assert.equal(first.headers['x-frame-options'], 'DENY');
  const policy = String(first.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /form-action|unsafe/);

  const second = await browser.submit(first, '/email', { email: ' Jane@Example.COM ' });
  assert.match(second.html, /<label for="code">Code<\/label>/);
  assert.match(second.html, /inputmode="numeric" autocomplete="one-time-code"/);
  assert.match(second.html, /jane@example\.com/i);
  assert.match(second.html, /It is good for 10 minutes/);
  assert.match(second.html, /You can ask for a new code in (60|59) seconds\./);
});

test('The code may be typed with a space, and goes back to the application with state and issuer', async () => {
  const house = await world();
  const { browser, second, code, application, started } = await startWithCode(house, 'space@example.com');
  const place = await tryCode(browser, second, ` ${code.slice(0, 3)} ${code.slice(3)} `);
  const answer = new URL(place.url);
  assert.equal(answer.searchParams.get('state'), started.state);
  assert.equal(answer.searchParams.get('iss'), house.config.urls.issuer);
  assert.ok((await finishSignIn(application, started, place)).access_token);
});

test('A wrong code says how many tries are left, and after five even the right one is refused', async () => {
  const house = await world();
  const { browser, second, code } = await startWithCode(house, 'wrong@example.com');
  const said = [];
  for (let tries = 0; tries < 5; tries += 1) said.push(await tryCode(browser, second, otherThan(code)));
  assert.match(said[0]!.html, /role="alert">The code is not right\. You have 4 tries left\./);
  assert.match(said[0]!.html, /aria-invalid="true" aria-describedby="wrong"/);
  assert.match(said[3]!.html, /You have 1 try left/);
  assert.match(said[4]!.html, /<\/strong>\.<\/p>\s*.*\s*.*tried too often\. Ask for a new one/);
  const right = await tryCode(browser, second, code);
  assert.equal(right.status, 400);
  assert.match(right.html, /tried too often/);
});

test('Text that is no code costs no try', async () => {
  const house = await world();
  const { browser, second, code } = await startWithCode(house, 'letters@example.com');
  for (let tries = 0; tries < 6; tries += 1)
    assert.match((await tryCode(browser, second, 'abc')).html, /six digits/);
  assert.match((await tryCode(browser, second, code)).url, /[?&]code=/);
});

test('An expired code says so, and a new one works', async () => {
  const house = await world();
  const { browser, second, code } = await startWithCode(house, 'expired@example.com');
  house.clock.advance(10 * 60_000);
  const late = await tryCode(browser, second, code);
  assert.match(late.html, /The code has expired\. Ask for a new one\./);
  const again = await browser.submit(late, '/resend');
  assert.match(again.html, /role="status">A new code is on its way/);
  assert.match((await tryCode(browser, again, await codeFor(house, 'expired@example.com'))).url, /[?&]code=/);
});

test('Pressing the button twice signs in once, and afterwards the sign-in has ended', async () => {
  const house = await world();
  const { browser, second, code } = await startWithCode(house, 'twice@example.com');
  const cookies = [...browser.cookies];
  const csrf = /name="csrf" value="([^"]*)"/.exec(second.html)![1]!;
  const first = await house.app.inject({
    method: 'POST',
    url: new URL(second.url).pathname,
    headers: {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: String(new URLSearchParams({ csrf, code })),
  });
  assert.equal(first.statusCode, 303);
  assert.match((await tryCode(browser, second, code)).url, /[?&]code=/);
  browser.cookies = cookies;
  const late = await tryCode(browser, second, code);
  assert.equal(late.status, 400);
  assert.match(late.html, /This sign-in has ended/);
});

test('A new code within a minute is refused with the seconds that are left, and voids the old one after', async () => {
  const house = await world();
  const { browser, second, code } = await startWithCode(house, 'resend@example.com');
  const early = await browser.submit(second, '/resend');
  assert.equal(early.status, 429);
  assert.match(early.html, /A code was sent just now\. Ask again in \d+ seconds\./);
  house.clock.advance(60_000);
  const later = await browser.submit(second, '/resend');
  const fresh = await codeFor(house, 'resend@example.com');
  assert.equal((await tryCode(browser, later, code === fresh ? otherThan(fresh) : code)).status, 400);
  assert.match((await tryCode(browser, later, fresh)).url, /[?&]code=/);
});

test('The address can be changed, and going back and on again needs no other code', async () => {
  const house = await world();
  const { browser, second, code, first } = await startWithCode(house, 'tpyo@example.com');
  const back = await browser.open(first.url);
  assert.match(back.html, /value="tpyo@example.com"/);
  const onAgain = await browser.submit(back, '/email', { email: 'tpyo@example.com' });
  assert.equal(onAgain.status, 200);
  const changed = await browser.submit(back, '/email', { email: 'typo@example.com' });
  assert.match(changed.html, /typo@example.com/);
  assert.equal((await tryCode(browser, changed, code)).status, 400);
  assert.match((await tryCode(browser, changed, await codeFor(house, 'typo@example.com'))).url, /[?&]code=/);
  assert.ok(second);
});

test('What is no address is refused on the page, with what was typed still there', async () => {
  const house = await world();
  const { browser, first } = await start(house);
  const place = await browser.submit(first, '/email', { email: '"><script>alert(1)</script>' });
  assert.equal(place.status, 400);
  assert.match(place.html, /not an email address/);
  assert.doesNotMatch(place.html, /<script>alert/);
  assert.match(place.html, /value="&quot;&gt;&lt;script&gt;/);
});

test('Known and unknown addresses are answered alike', async () => {
  const house = await world();
  const { browser, first, application } = await start(house);
  await passPages(house, browser, first, 'known@example.com');
  house.clock.advance(60_000);
  const pages = [];
  for (const email of ['known@example.com', 'unkno@example.com']) {
    const fresh = browserOf(house);
    const place = await fresh.submit(await fresh.open((await startSignIn(application)).url.href), '/email', {
      email,
    });
    pages.push(
      place.html
        .replaceAll(email, '')
        .replaceAll(encodeURIComponent(email), '')
        .replace(/value="[^"]*"|\/interaction\/[^"]*|\d+ seconds|data-seconds="\d+"/g, ''),
    );
  }
  assert.equal(pages[0], pages[1]);
});

test('A form from elsewhere is refused', async () => {
  const house = await world();
  const { browser, first } = await start(house);
  for (const csrf of ['', 'AAAA', 'x'.repeat(43)]) {
    const place = await browser.submit(first, '/email', { email: 'csrf@example.com', csrf });
    assert.equal(place.status, 400);
    assert.match(place.html, /This sign-in has ended/);
  }
});

test('A sign-in ends after half an hour, in plain words', async () => {
  const house = await world();
  const { browser, first, second, code } = await startWithCode(house, 'lunch@example.com');
  house.clock.advance(31 * 60_000);
  for (const place of [await browser.open(first.url), await tryCode(browser, second, code)]) {
    assert.equal(place.status, 400);
    assert.match(place.html, /This sign-in has ended/);
    assert.match(place.html, /Go back to the application/);
  }
});

test('Going back to the application tells it that nobody signed in', async () => {
  const house = await world();
  const { browser, first, started } = await start(house);
  const answer = new URL((await browser.submit(first, '/cancel')).url);
  assert.equal(answer.searchParams.get('error'), 'access_denied');
  assert.equal(answer.searchParams.get('state'), started.state);
});

test('An address that is not registered is never redirected to', async () => {
  const house = await world();
  const { application } = await start(house);
  for (const uri of [
    'https://evil.example/callback',
    'https://app.example.com/callback/',
    'https://app.example.com/callback?x=1',
    'https://app.example.com/callback#x',
    'https://app.example.com@evil.example/callback',
    'https://app.example.com/CALLBACK',
    'https://app.example.com:444/callback',
    'javascript:alert(1)',
    '//evil.example',
    '',
  ]) {
    const { url } = await startSignIn(application);
    url.searchParams.set('redirect_uri', uri);
    const place = await browserOf(house).open(url.href);
    assert.equal(place.status, 400, uri);
    assert.equal(place.headers.location, undefined);
  }
});

test('What is wrong with a request is told to the application, with its state and our name', async () => {
  const house = await world();
  const { application } = await start(house);
  const faults: [Record<string, string>, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ scope: 'open"id' }, 'invalid_scope'],
    [{ prompt: 'none' }, 'login_required'],
    [{ resource: 'https://other.example' }, 'invalid_target'],
    [{ request: 'e30.e30.' }, 'request_not_supported'],
  ];
  for (const [parameters, error] of faults) {
    const started = await startSignIn(application, parameters);
    const place = await browserOf(house).open(started.url.href);
    const answer = new URL(place.url);
    assert.equal(answer.origin, 'https://app.example.com', error);
    const told = new URLSearchParams(answer.search || answer.hash.slice(1));
    assert.equal(told.get('error'), error);
    assert.equal(told.get('state'), started.state);
    assert.equal(told.get('iss'), house.config.urls.issuer);
  }
});

test('Odd requests are answered, never with a failure of ours', async () => {
  const house = await world();
  const { application } = await start(house);
  const { url } = await startSignIn(application);
  const odd = [
    `${url.href}&state=%00`,
    url.href.replace(/state=[^&]*/, 'state=%00%F0%9F%92%A9'),
    `${url.href}&client_id=other`,
    `${url.href}&login_hint=%00`,
    url.href.replace(/nonce=[^&]*/, 'nonce=%ED%A0%80'),
    `${house.config.urls.issuer}/oauth2/authorize`,
    `${house.config.urls.issuer}/oauth2/authorize?%`,
    `${house.config.urls.issuer}/oauth2/at/%00/authorize/x`,
    `${house.config.urls.issuer}/interaction/x/y`,
    `${house.config.urls.issuer}/oauth2/at/${application.clientId.slice(4, 26)}/authorize/nothing`,
    `${house.config.urls.issuer}/oauth2/end-session?id_token_hint=a.b.c`,
    `${house.config.urls.issuer}/oauth2/end-session?client_id=${application.clientId}&post_logout_redirect_uri=https://evil.example`,
  ];
  for (const address of odd) {
    const place = await browserOf(house).open(address);
    assert.ok(place.status < 500, `${address}: ${place.status} ${place.html}`);
    assert.equal(place.url.startsWith('https://evil'), false);
  }
  for (const payload of [
    '',
    'grant_type',
    'grant_type=authorization_code&code=%00&client_id=%00',
    'a'.repeat(70_000),
  ]) {
    for (const name of ['token', 'revoke', 'par']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await house.app.inject({
        method: 'POST',
        url: `/api/auth/oauth2/${name}`,
        headers,
        payload,
        remoteAddress: '192.0.2.60',
      });
      assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${name}: ${answer.statusCode}`);
    }
  }
});
