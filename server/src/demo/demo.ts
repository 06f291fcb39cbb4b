// The demo organization of a first start in development: made once, whole or not at all, and told of in demo.json.
import { createApiKey } from '#core/api-keys/api-keys.ts';
import { createCustomerParameter } from '#core/customer-parameters/customer-parameters.ts';
import { createCustomer } from '#core/customers/customers.ts';
import { createOAuthClient } from '#core/oauth-clients/oauth-clients.ts';
import { formatNumber, skipNumbers } from '#core/organizations/numbers.ts';
import { findOrganization } from '#core/organizations/organization-queries.ts';
import { createOrganization, listOrganizations } from '#core/organizations/organizations.ts';
import { normalizeOrigin } from '#core/public-keys/public-key.ts';
import { createPublicKey } from '#core/public-keys/public-keys.ts';
import { openScope, type Platform, type Scope } from '#core/scope.ts';
import type { RootDb, RootTx, TenantDb } from '#db/tx.ts';
import { makeDemoDesk } from '#src/demo/demo-desk.ts';
import { type Demo, demoUrls, readDemo, writeDemo } from '#src/demo/demo-file.ts';
import { demoApplications, demoHouse, demoOrigins, demoParameters } from '#src/demo/demo-house.ts';
import { demoCustomers, firstDemoCustomer } from '#src/demo/demo-people.ts';
import { makeDemoPlaces } from '#src/demo/demo-places.ts';
import { makeDemoTrade } from '#src/demo/demo-trade.ts';
import type { Parts } from '#src/parts.ts';

/** The demo of a data directory, and whether this start made it. */
export interface DemoStart {
  demo: Demo;
  isNew: boolean;
}

const actor = { type: 'system' as const, id: 'demo', name: 'Demo' };

/**
 * Makes the demo organization when there is no organization at all, in development on an embedded database; on later
 * starts brings the addresses in demo.json up to date. `undefined` where there is no demo: in production, on a
 * database server, and with organizations of one's own.
 */
export async function makeDemo(parts: Parts): Promise<DemoStart | undefined> {
  const { config, db, platform } = parts;
  if (config.production || db.kind !== 'embedded') return undefined;
  const organizations = await listOrganizations(db, '', 1);
  if (organizations.length === 0) return { demo: await makeWhole(parts), isNew: true };

  const kept = readDemo(config.dataDir);
  const organization = kept && (await db.root((tx) => findOrganization(tx, kept.organization.id)));
  if (!kept || !organization) return undefined;
  const urls = demoUrls(config.urls);
  // A demo of before there were applications gets them now.
  const demo = kept.oauthClients
    ? { ...kept, urls }
    : { ...kept, urls, oauthClients: await makeApplications(openScope(platform, organization, actor)) };
  if (JSON.stringify(demo) !== JSON.stringify(kept)) writeDemo(config.dataDir, demo);
  return { demo, isNew: false };
}

// One transaction, and demo.json before it commits: a process that is killed leaves either no organization, and the
// next start makes all of it anew, or the organization with the file that holds its key.
function makeWhole({ config, db, platform }: Parts): Promise<Demo> {
  return db.root(async (tx) => {
    const within = withinTransaction(platform, tx);
    const organization = await createOrganization(within.db, platform.clock, demoHouse);
    const scope = openScope(within, organization, actor);
    for (const parameter of demoParameters) await createCustomerParameter(scope, parameter);
    const places = await makeDemoPlaces(scope);
    const customerIds = await makeCustomers(scope);
    await makeDemoTrade(scope, places, customerIds);
    await makeDemoDesk(scope, places, customerIds);
    const { id, slug, name } = organization;
    const demo: Demo = {
      organization: { id, slug, name },
      urls: demoUrls(config.urls),
      ...(await makeKeys(scope, config.urls.public)),
      oauthClients: await makeApplications(scope),
      customer: { email: firstDemoCustomer.email },
    };
    writeDemo(config.dataDir, demo);
    return demo;
  });
}

/** Each at the moment it came, so that ids and events tell the same time. Returns their ids, the first ones first. */
async function makeCustomers(scope: Scope): Promise<string[]> {
  const customers = demoCustomers(scope.clock.now());
  await skipNumbers(scope, 'customer', customers.length);
  const ids: string[] = [];
  for (const [place, { moment, input }] of customers.entries()) {
    const then = { ...scope, clock: { now: () => moment } };
    const customerNumber = formatNumber('customer', place + 1);
    ids.push((await createCustomer(then, { ...input, customerNumber })).id);
  }
  return ids;
}

async function makeKeys(scope: Scope, publicUrl: string): Promise<Pick<Demo, 'adminApiKey' | 'publicKey'>> {
  const { secret } = await createApiKey(scope, { name: 'Demo key' });
  const ownOrigin = normalizeOrigin(new URL(publicUrl).origin);
  const origins = ownOrigin ? [...demoOrigins, ownOrigin] : demoOrigins;
  const { key, allowedOrigins } = await createPublicKey(scope, { name: 'Demo key', allowedOrigins: origins });
  return { adminApiKey: secret, publicKey: { key, allowedOrigins } };
}

async function makeApplications(scope: Scope): Promise<Demo['oauthClients']> {
  const { client, secret } = await createOAuthClient(scope, demoApplications.confidential);
  const open = await createOAuthClient(scope, demoApplications.public);
  const { clientId, redirectUris } = client;
  return {
    confidential: { clientId, clientSecret: secret!, redirectUris },
    public: { clientId: open.client.clientId, redirectUris: open.client.redirectUris },
  };
}

/** The platform with one open transaction for a database: what its operations do is kept together or not at all. */
function withinTransaction(platform: Platform, tx: RootTx): Platform & { db: RootDb } {
  const work: TenantDb['write'] = (organizationId, step) => step(Object.assign(tx, { organizationId }));
  const db: TenantDb & RootDb = {
    root: (step) => step(tx),
    read: work,
    write: work,
    writeOne: work,
    open: () => Promise.reject(new Error('Inside a transaction no other can be opened.')),
  };
  return { ...platform, db };
}
