// Guessing codes stops at the limits, from however many sign-ins and addresses it is tried.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserOf, codeFor, makeApplication, startSignIn } from '#test/sign-in/applications.ts';
import { makeOrganization, world } from '#test/world.ts';

test('Guessing one customer’s code from many browsers and addresses stops at twenty tries an hour', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  house.clock.set(new Date(Math.ceil(house.clock.now().getTime() / 3_600_000) * 3_600_000));
  let tried = 0;
  let refusals = 0;
  for (let round = 0; round < 5; round += 1) {
    const browser = browserOf(house, `203.0.113.${round + 1}`);
    const first = await browser.open((await startSignIn(application)).url.href);
    const second = await browser.submit(first, '/email', { email: 'target@example.com' });
    const right = await codeFor(house, 'target@example.com');
    for (let guess = 0; guess < 7; guess += 1) {
      const wrong = String((Number(right) + guess + 1) % 1_000_000).padStart(6, '0');
      const { status, html } = await browser.submit(second, '/code', { code: wrong });
      if (status === 429) refusals += 1;
      else if (/tries left|1 try left|tried too often/.test(html)) tried += 1;
      else assert.fail(html);
    }
    house.clock.advance(61_000);
  }
  assert.equal(tried, 20);
  assert.equal(refusals, 15);
});

test('Codes to one address are sent five times an hour at most, from wherever they are asked for', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  house.clock.set(new Date(Math.ceil(house.clock.now().getTime() / 3_600_000) * 3_600_000));
  const statuses = [];
  for (let round = 0; round < 7; round += 1) {
    const browser = browserOf(house, `203.0.113.${100 + round}`);
    const first = await browser.open((await startSignIn(application)).url.href);
    statuses.push((await browser.submit(first, '/email', { email: 'flood@example.com' })).status);
    house.clock.advance(61_000);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
});

test('One address sends codes thirty times an hour at most, to however many customers', async () => {
  const house = await world();
  const application = await makeApplication(house, await makeOrganization(house), 'public');
  house.clock.set(new Date(Math.ceil(house.clock.now().getTime() / 3_600_000) * 3_600_000));
  const browser = browserOf(house, '203.0.113.200');
  const first = await browser.open((await startSignIn(application)).url.href);
  const statuses = new Map<number, number>();
  for (let count = 0; count < 33; count += 1) {
    const { status } = await browser.submit(first, '/email', { email: `many-${count}@example.com` });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.deepEqual(
    [...statuses],
    [
      [200, 30],
      [429, 3],
    ],
  );
});
