// The organization's picture as documents can hold it: fetched from its address, drawn anew, and kept for a while.
import { LRUCache } from 'lru-cache';
import type { Scope } from '#core/scope.ts';

const logoBytesMax = 2 * 1024 * 1024;
const timeoutMs = 3_000;
const keptMs = 3_600_000;
/** An address that gives no picture is asked again after this. */
const failureKeptMs = 60_000;

// By address, which is the same picture for whoever shows it.
const logos = new LRUCache<string, Promise<Buffer | undefined>>({ max: 500, ttl: keptMs });

/**
 * The organization's logo, small enough for print, or `undefined` when it has none or none can be had in three
 * seconds: a document without it is better than none. JPEG, PNG, GIF and WebP up to 2 MB are taken; SVG is not.
 * Never call it inside a transaction.
 */
export function readLogo(scope: Scope): Promise<Buffer | undefined> {
  const { logoUrl } = scope.organization;
  if (!logoUrl) return Promise.resolve(undefined);
  const known = logos.get(logoUrl);
  if (known) return known;
  const logo = fetchLogo(scope, logoUrl).catch((error) => {
    scope.log.warn({ err: error }, 'A logo could not be drawn.');
    return undefined;
  });
  logos.set(logoUrl, logo);
  logo.then((bytes) => bytes ?? logos.set(logoUrl, logo, { ttl: failureKeptMs }));
  return logo;
}

async function fetchLogo({ tools }: Scope, url: string): Promise<Buffer | undefined> {
  const download = await tools.callbacks.get({ url, timeoutMs, responseBytesMax: logoBytesMax });
  if (download.outcome !== 'answered' || download.status !== 200) return undefined;
  return (await tools.reencodeLogo(download.body)).bytes;
}
