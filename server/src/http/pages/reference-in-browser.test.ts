// The reference page in a browser: for everybody, on phone and desk, without the network, with and without script.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults, chromiumPath, openPage, startBrowser } from '#test/browser.ts';
import { addressOf } from '#test/listening.ts';
import { world } from '#test/world.ts';

// What a page looks like does not depend on the database: once is enough.
const again = process.env.FRONTDESK_TEST_DATABASE && 'was looked at on the embedded database';
const skip = again || (chromiumPath ? false : 'there is no Chromium on this machine (CHROMIUM_PATH)');
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };
let browser: Browser;
let origin: string;

before(async () => {
  if (skip) return;
  browser = await startBrowser();
  origin = await addressOf(await world());
});

after(() => browser?.close());

for (const { viewport, colorScheme } of [
  { viewport: phone, colorScheme: 'dark' },
  { viewport: desk, colorScheme: 'light' },
] as const) {
  const name = `${viewport.width} pixels wide and ${colorScheme}, every page is fit for everybody and asks nobody else`;
  test(name, { skip }, async () => {
    const { app } = await world();
    const { page, strayRequests, complaints } = await openPage(browser, origin, { viewport, colorScheme });
    for (const path of ['/docs', ...app.describedAreas.map((area) => `/docs/${area.name}`)]) {
      await page.goto(origin + path);
      // What is folded away is made alike everywhere: some of it is enough to look at.
      await page.evaluate(
        'for (const one of document.querySelectorAll("#customers ~ .operation details, #profile ~ .operation details")) one.open = true',
      );
      assert.deepEqual(await accessibilityFaults(page), [], path);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(width, viewport.width, `${path} scrolls sideways`);
    }
    assert.deepEqual({ strayRequests, complaints }, { strayRequests: [], complaints: [] });
    await page.context().close();
  });
}

test('a link to an operation leads to it, and the contents say where the reader is', { skip }, async () => {
  const { page } = await openPage(browser, origin, { viewport: desk });
  await page.goto(`${origin}/docs/admin-api#getCustomer`);
  const heading = page.getByRole('heading', { name: 'Get a customer', exact: true });
  await heading.waitFor();
  await page.locator('nav a[aria-current][href="#getCustomer"]').waitFor();
  const { y } = (await heading.boundingBox())!;
  assert.ok(y >= 0 && y < desk.height / 3, `the heading is at ${y}`);
  await page.context().close();
});

test('with the keyboard alone, a language is chosen for all samples, and a sample is copied with the key', {
  skip,
}, async () => {
  const { page } = await openPage(browser, origin, {
    viewport: desk,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto(`${origin}/docs/admin-api#getAccount`);
  await page.getByLabel('Paste a credential').focus();
  await page.keyboard.type('fdk_pasted');
  const samples = page.locator('#getAccount ~ .samples').first();
  await samples.getByRole('radio', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('.sample[data-language="curl"]:visible').count(), 0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Copied', { exact: false }).first().waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  assert.match(String(copied), /fetch\(.*\/account'.*Authorization: `Bearer fdk_pasted`/s);
  await page.reload();
  assert.equal(await page.getByText('fdk_pasted').count(), 0);
  await page.context().close();
});

test('on a phone, the contents open over the page and close when a place is chosen', { skip }, async () => {
  const { page } = await openPage(browser, origin, { viewport: phone });
  await page.goto(`${origin}/docs/admin-api`);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  assert.equal(await contents.isVisible(), false);
  await page.getByRole('button', { name: 'Contents' }).click();
  await contents.getByRole('link', { name: 'Create a customer' }).click();
  assert.equal(await contents.isVisible(), false);
  assert.match(page.url(), /#createCustomer$/);
  await page.context().close();
});

test('without script, everything can be read', { skip }, async () => {
  const { page } = await openPage(browser, origin, { viewport: desk, javaScriptEnabled: false });
  await page.goto(`${origin}/docs/admin-api`);
  await page.getByRole('heading', { name: 'Create a customer' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Copy/ }).count(), 0);
  await page.locator('#getAccount ~ .samples label', { hasText: 'JavaScript' }).click();
  assert.ok(await page.locator('#getAccount ~ .samples [data-language="JavaScript"]').isVisible());
  await page.context().close();
});
