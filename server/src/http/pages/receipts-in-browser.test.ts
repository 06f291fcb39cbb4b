// The page of a receipt in a browser and on paper: for everybody, at any width, on either size of sheet.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults, chromiumPath, openPage, startBrowser } from '#test/browser.ts';
import { addressOf } from '#test/listening.ts';
import { readPdf } from '#test/pdf.ts';
import { makeReceipt } from '#test/receipt.ts';
import { world } from '#test/world.ts';

// What a page looks like does not depend on the database: once is enough.
const again = process.env.FRONTDESK_TEST_DATABASE && 'was looked at on the embedded database';
const skip = again || (chromiumPath ? false : 'there is no Chromium on this machine (CHROMIUM_PATH)');
const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
let browser: Browser;
let origin: string;

before(async () => {
  if (skip) return;
  browser = await startBrowser();
  origin = await addressOf(await world());
});

after(() => browser?.close());

/** A receipt of many lines, some of which are long and some of which run from the right. */
async function longReceipt(): Promise<string> {
  const lines = Array.from({ length: 24 }, (_, place) => ({
    name: `Day pass ${place + 1}`,
    type: 'pass',
    quantity: 2,
    unitPrice: 29.9,
    taxRate: 19,
  }));
  const items = [
    { name: long.repeat(2), type: 'product', unitPrice: 99_999.99, specialInstructions: long },
    { name: 'يوغا الصباح للمبتدئين', type: 'service', unitPrice: 12 },
    ...lines,
  ];
  const { url } = await makeReceipt({
    house: { name: `${long} e. V.`, primaryColor: '#ffd60a' },
    order: { items },
  });
  return new URL(url).pathname;
}

for (const { width, colorScheme } of [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const) {
  test(`${width} pixels wide and ${colorScheme}, a receipt is fit for everybody and asks nobody else`, {
    skip,
  }, async () => {
    const viewport = { width, height: 900 };
    const { page, strayRequests, complaints } = await openPage(browser, origin, { viewport, colorScheme });
    for (const path of [await longReceipt(), '/receipts/none']) {
      await page.goto(origin + path);
      assert.deepEqual(await accessibilityFaults(page), [], path);
      assert.equal(
        await page.evaluate('document.documentElement.scrollWidth'),
        width,
        `${path} scrolls sideways`,
      );
    }
    const [missing] = complaints;
    assert.match(String(missing), /404/, 'the one complaint is that there is no such receipt');
    assert.deepEqual({ strayRequests, others: complaints.slice(1) }, { strayRequests: [], others: [] });
    await page.context().close();
  });
}

for (const format of ['A4', 'Letter'] as const) {
  test(`on ${format}, a receipt is whole: nothing over the edge, no line torn, nothing that is for the screen`, {
    skip,
  }, async () => {
    const { page } = await openPage(browser, origin, { colorScheme: 'dark' });
    await page.goto(origin + (await longReceipt()));
    const printed = await readPdf(await page.pdf({ format }));
    const [[width]] = printed.pages as [[number, number]];
    for (const { text, x, width: length } of printed.texts) {
      assert.ok(x > 40 && x + length < width - 40, `${text} from ${x} to ${x + length}`);
    }
    for (const line of ['Day pass 1 ', 'Day pass 24 ', 'Subtotal', 'Total', 'paid by card']) {
      assert.ok(printed.text.includes(line), line);
    }
    assert.equal(printed.text.split('Subtotal').length, 2, 'the sums stand on one sheet');
    assert.doesNotMatch(printed.text, /Print in your browser/);
    assert.ok(printed.pages.length <= 3, `${printed.pages.length} pages`);

    await page.goto(origin + new URL((await makeReceipt()).url).pathname);
    assert.equal((await readPdf(await page.pdf({ format }))).pages.length, 1, 'a short one is one sheet');
    await page.context().close();
  });
}
