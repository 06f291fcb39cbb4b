// Chromium for tests of pages: what is asked for, what it says, and what axe finds.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Where Chromium is on this machine; without one, tests of pages in a browser are skipped. */
export const chromiumPath = places.find((place) => place && existsSync(place));

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** Starts Chromium. It calls nobody by itself. */
export function startBrowser(): Promise<Browser> {
  const flags =
    '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
  return chromium.launch({ executablePath: chromiumPath!, args: flags.split(' ') });
}

/** A page with a record of what it asked for and complained about. */
export interface WatchedPage {
  page: Page;
  /** Addresses of other hosts that the page asked for; none of them was reached. */
  strayRequests: string[];
  /** Errors of scripts, of the policy, of loading. */
  complaints: string[];
}

/** Opens a page from which only `origin` can be reached. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const strayRequests: string[] = [];
  const complaints: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      strayRequests.push(route.request().url());
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return { page, strayRequests, complaints };
}

/** What axe finds against WCAG 2.2, levels A and AA, and good practice: rule, and the first element at fault. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  return page.evaluate(async (runOnly) => {
    // biome-ignore lint/suspicious/noExplicitAny: axe is put into the page as text
    const { violations } = await (globalThis as any).axe.run({ runOnly, resultTypes: ['violations'] });
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html.slice(0, 200)}`);
  }, tags);
}
