// demo.json in the data directory: everything a program needs to use the demo organization.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicUrls } from '#core/scope.ts';

/** What demo.json holds. It has secrets: only the owner of the file may read it. */
export interface Demo {
  organization: { id: string; slug: string; name: string };
  /** Bases of the Admin API, the Customer API and the authorization server, and the issuer of its tokens. */
  urls: { admin: string; client: string; auth: string; issuer: string };
  /** A key to the Admin API that may do everything. */
  adminApiKey: string;
  publicKey: { key: string; allowedOrigins: string[] };
  /** Applications to sign in to: one with a server of its own, one in the browser. */
  oauthClients: {
    confidential: { clientId: string; clientSecret: string; redirectUris: string[] };
    public: { clientId: string; redirectUris: string[] };
  };
  /** Somebody to sign in as. */
  customer: { email: string };
}

/** Where demo.json is. */
export function demoFileOf(dataDir: string): string {
  return join(dataDir, 'demo.json');
}

/** Reads demo.json; `undefined` when there is none, or none that Frontdesk wrote. */
export function readDemo(dataDir: string): Demo | undefined {
  try {
    const demo = JSON.parse(readFileSync(demoFileOf(dataDir), 'utf8'));
    return typeof demo?.organization?.id === 'string' && typeof demo.adminApiKey === 'string'
      ? demo
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes demo.json whole: whoever reads it sees the old one or the new one. */
export function writeDemo(dataDir: string, demo: Demo): void {
  const file = demoFileOf(dataDir);
  const unfinished = `${file}.unfinished`;
  const handle = openSync(unfinished, 'w', 0o600);
  try {
    writeFileSync(handle, `${JSON.stringify(demo, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(unfinished, file);
}

/** The addresses of a running Frontdesk. */
export function demoUrls(urls: PublicUrls): Demo['urls'] {
  return {
    admin: `${urls.public}/api/v1`,
    client: `${urls.public}/api/client/v1`,
    auth: `${urls.public}/api/auth`,
    issuer: urls.issuer,
  };
}
