// A ticket as it is seen: drawn by a PDF reader in Chromium, its code read off the picture as a phone would.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import jsQR from 'jsqr';
import type { Browser } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';
import { chromiumPath, startBrowser } from '#test/browser.ts';
import { ticketContent } from '#test/ticket-content.ts';
import { openDocuments } from './documents.ts';

// What a ticket looks like does not depend on the database: once is enough.
const again = process.env.FRONTDESK_TEST_DATABASE && 'was looked at on the embedded database';
const skip = again || (chromiumPath ? false : 'there is no Chromium on this machine (CHROMIUM_PATH)');
const documents = openDocuments();
const reader = join(dirname(createRequire(import.meta.url).resolve('unpdf')), 'pdfjs.mjs');
// What is imported is the function itself; its types take it for a module around one.
const readCode = jsQR as unknown as typeof jsQR.default;
let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/** The first page at 100 dots an inch, as an office printer has it at its coarsest. */
async function drawn(bytes: Buffer) {
  browser ??= startBrowser();
  const page = await (await browser).newPage();
  await page.route('http://reader.test/**', (route) =>
    route.request().url().endsWith('.mjs')
      ? route.fulfill({ contentType: 'text/javascript', body: readFileSync(reader, 'utf8') })
      : route.fulfill({ contentType: 'text/html', body: '<canvas></canvas>' }),
  );
  await page.goto('http://reader.test/');
  const picture = await page.evaluate(async (base64) => {
    const address = '/pdfjs.mjs';
    const { getDocument } = await import(address);
    const data = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    const first = await (await getDocument({ data }).promise).getPage(1);
    const viewport = first.getViewport({ scale: 100 / 72 });
    // biome-ignore lint/suspicious/noExplicitAny: runs in the page, whose types are not this program's
    const canvas = (globalThis as any).document.querySelector('canvas');
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    await first.render({ canvas, canvasContext: canvas.getContext('2d'), viewport }).promise;
    return canvas.toDataURL('image/png').split(',')[1] as string;
  }, bytes.toString('base64'));
  await page.close();
  return sharp(Buffer.from(picture, 'base64')).flatten({ background: '#ffffff' }).ensureAlpha();
}

async function scanned(picture: Sharp): Promise<string | undefined> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return readCode(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test('The code is read off the drawn page, and off a copy that is small, turned, pale and stained', {
  skip,
}, async () => {
  const page = await drawn(await documents.bookingTicket(ticketContent()));
  assert.equal(await scanned(page.clone()), 'K7QM4XPA');

  const stain = { create: { width: 26, height: 22, channels: 3, background: '#775533' } } as const;
  const stained = await page
    .composite([{ input: stain, left: 640, top: 270 }])
    .png()
    .toBuffer();
  const copy = sharp(stained).resize({ width: 620 }).rotate(7, { background: '#ffffff' }).linear(0.6, 90);
  assert.equal(await scanned(sharp(await copy.png().toBuffer()).ensureAlpha()), 'K7QM4XPA');
});
