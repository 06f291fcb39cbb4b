// The world a test lives in: the real application on a real database, with a clock that is moved by hand and local
// stand-ins for the outside. One database and one application serve a whole test run; every test makes its own
// organizations.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApiKey } from '#core/api-keys/api-keys.ts';
import type { Organization } from '#core/organizations/organization.ts';
import { createOrganization, type NewOrganization } from '#core/organizations/organizations.ts';
import { openScope, type Scope } from '#core/scope.ts';
import { buildApp } from '#src/app.ts';
import { type Config, readConfig } from '#src/config.ts';
import { openParts, type PartOptions, type Parts } from '#src/parts.ts';
import { askAs, type Caller } from '#test/ask.ts';
import { type FakeClock, makeClock } from '#test/clock.ts';

/** The application with everything around it. */
export interface World {
  app: FastifyInstance;
  parts: Parts;
  clock: FakeClock;
  config: Config;
}

/** An organization with a way to act in it. */
export interface TestOrganization {
  organization: Organization;
  scope: Scope;
  /** A key with the given permissions, or all. */
  keyFor(permissions?: string[]): Promise<string>;
  /** Asks the Admin API with a key that may do everything. */
  admin: Caller;
}

let shared: Promise<World> | undefined;

/** The world of this test run, opened at its first use. */
export function world(): Promise<World> {
  shared ??= openWorld();
  return shared;
}

/** A world of its own, for tests that stop the database or need other settings. Close its parts at the end. */
export async function openWorld(
  settings: Record<string, string> = {},
  options: Omit<PartOptions, 'clock'> & { clock?: FakeClock } = {},
): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-test-'));
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const clock = options.clock ?? makeClock(latestMoment());
  clocks.push(clock);
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    PUBLIC_URL: 'http://frontdesk.test',
    SECRET_KEY: 'a secret key that is only for tests, and long',
    ADMIN_RATE_LIMIT: '0',
    ...(process.env.FRONTDESK_TEST_DATABASE ? { DATABASE_URL: process.env.FRONTDESK_TEST_DATABASE } : {}),
    ...settings,
  });
  const parts = await openParts(config, { ...options, clock });
  const app = await buildApp(parts);
  await app.ready();
  return { app, parts, clock, config };
}

const clocks: FakeClock[] = [];

/** Where the clock that is furthest ahead stands: worlds that share a database do not go back in time. */
function latestMoment(): Date {
  return new Date(Math.max(Date.now(), ...clocks.map((clock) => clock.now().getTime())));
}

/** Closes the world of this test run, so that the runner can end. */
export async function closeSharedWorld(): Promise<void> {
  const opened = await shared;
  await opened?.app.close();
  await opened?.parts.close();
}

let organizationsMade = 0;

/** A new organization in a world. */
export async function makeOrganization(
  { app, parts, clock }: World,
  input: Partial<NewOrganization> = {},
): Promise<TestOrganization> {
  organizationsMade += 1;
  const unique = `${Date.now().toString(36)}-${process.pid}-${organizationsMade}`;
  const organization = await createOrganization(parts.db, clock, {
    name: `Test house ${organizationsMade}`,
    slug: `test-${unique}`,
    countryCode: 'DE',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    adminEmail: 'office@test.example',
    ...input,
  });
  const scope = openScope(parts.platform, organization, { type: 'system', id: 'test', name: 'Test' });
  const keyFor = async (permissions?: string[]) =>
    (await createApiKey(scope, { name: 'Test key', permissions })).secret;
  return { organization, scope, keyFor, admin: askAs(app, await keyFor()) };
}
