// Who may import whom: ARCHITECTURE.md's table, in a form that can be checked.
import type { Import, SourceFile } from '#test/sources.ts';

/** The domains of the core. A domain may import those before it, never those after it. */
export const domainOrder = [
  'events',
  'audit',
  'limits',
  'idempotency',
  'files',
  'contacts',
  'organizations',
  'api-keys',
  'public-keys',
  'outgoing-mail',
  'accounts',
  'places',
  'equipment',
  'staff',
  'services',
  'customer-parameters',
  'customers',
  'companies',
  'store-credit',
  'people',
  'oauth-clients',
  'sign-in',
  'bookings',
  'orders',
  'tickets',
  'enquiries',
  'tasks',
  'imports',
  'webhooks',
] as const;

/** Imports that the table forbids and that stand all the same, each with its reason. */
export const exceptions: { from: string; to: string; reason: string }[] = [
  {
    from: 'src/http/wire/faults.ts',
    to: '#db/tx.ts',
    reason: 'tells a lost or busy database from a bug',
  },
  {
    from: 'src/http/pages/pages.ts',
    to: '#integrations/mail/mailbox.ts',
    reason: 'shows the development mailbox, which no operation is about',
  },
];

/** Files that may ask for RootDb or RootTx, the database across organizations; src/db/ makes them. */
export const rootFiles: Record<string, string> = {
  'src/core/organizations/organizations.ts': 'the operator makes and lists organizations',
  'src/core/organizations/organization-queries.ts': 'the same, its SQL',
  'src/core/events/event-queries.ts': 'one publisher numbers the events of all organizations',
  'src/core/events/events.ts': 'old events are removed everywhere',
  'src/core/idempotency/idempotency.ts': 'old answers are removed everywhere',
  'src/core/idempotency/idempotency-queries.ts': 'the same, its SQL',
  'src/core/files/files.ts': 'unshown files are removed everywhere',
  'src/core/files/file-queries.ts': 'the same, its SQL',
  'src/core/store-credit/credit-upkeep.ts': 'jobs expire and check the credit of all organizations',
  'src/core/store-credit/credit-list-queries.ts': 'the same, its SQL',
  'src/core/outgoing-mail/outgoing-mail.ts': 'one job sends the mail of all organizations',
  'src/core/outgoing-mail/outgoing-mail-queries.ts': 'the same, its SQL',
  'src/core/sign-in/keys/signing-keys.ts': 'signing keys belong to the whole instance',
  'src/core/sign-in/keys/signing-key-queries.ts': 'the same, its SQL',
  'src/core/sign-in/ended-sign-ins.ts': 'what has ended is removed everywhere',
  'src/core/sign-in/codes/one-time-code-queries.ts': 'the same, its SQL',
  'src/core/sign-in/session-queries.ts': 'the same, its SQL',
  'src/core/people/erasing/unfinished-erasures.ts': 'erasures that were cut off are finished everywhere',
  'src/core/people/erasing/erasure-queries.ts': 'the same, its SQL',
  'src/core/orders/deleting/deleted-orders.ts': 'orders deleted long ago are removed everywhere',
  'src/core/orders/deleting/deleted-order-queries.ts': 'the same, its SQL',
  'src/core/enquiries/deleting/deleted-enquiries.ts': 'enquiries deleted long ago are removed everywhere',
  'src/core/enquiries/deleting/deleted-enquiry-queries.ts': 'the same, its SQL',
  'src/core/bookings/deleting/deleted-bookings.ts': 'bookings deleted long ago are removed everywhere',
  'src/core/bookings/deleting/deleted-booking-queries.ts': 'the same, its SQL',
  'src/core/bookings/waiting-list/offers.ts': 'one job offers the places of all organizations',
  'src/core/bookings/waiting-list/waiting-queries.ts': 'the same, its SQL',
  'src/core/bookings/waiting-list/freed-time-queries.ts': 'the same, its SQL',
  'src/core/webhooks/publishing.ts': 'one publisher makes the deliveries of all organizations',
  'src/core/webhooks/delivering/deliverer.ts': 'workers claim due subscriptions of all organizations',
  'src/core/webhooks/delivering/claim-queries.ts': 'the same, its SQL',
  'src/core/webhooks/deliveries.ts': 'old deliveries are removed everywhere',
  'src/core/webhooks/delivery-queries.ts': 'the SQL of publishing and removing deliveries',
  'src/core/webhooks/subscriptions.ts': 'ended subscriptions are removed everywhere',
  'src/core/webhooks/subscription-queries.ts': 'the same, its SQL',
  'src/core/webhooks/signing-key.ts': 'the instance has one signing key',
  'src/core/webhooks/signing-key-queries.ts': 'the same, its SQL',
};

/** Packages, by the folders that may import them. One that is not named here may be imported nowhere but at the top. */
const packages: { from: RegExp; names: RegExp }[] = [
  { from: /^src\/db\//, names: /^(postgres|@electric-sql\/.+)$/ },
  { from: /^src\/core\//, names: /^lru-cache$/ },
  { from: /^src\/core\/places\//, names: /^temporal-polyfill$/ },
  { from: /^src\/core\/contacts\//, names: /^libphonenumber-js\/min$/ },
  { from: /^src\/core\/(sign-in|oauth-clients)\//, names: /^jose$/ },
  { from: /^src\/core\/webhooks\//, names: /^standardwebhooks$/ },
  { from: /^src\/http\//, names: /^(fastify|typebox|@fastify\/.+)$/ },
  { from: /^src\/http\/wire\//, names: /^(ajv|ajv-formats)$/ },
  { from: /^src\/http\/pages\//, names: /^(marked|highlight\.js(\/.+)?)$/ },
  { from: /^src\/http\/operations\//, names: /^prom-client$/ },
  { from: /^src\/http\/auth-server\//, names: /^(oidc-provider|jose|lru-cache)$/ },
  { from: /^src\/integrations\/callbacks\//, names: /^(undici|ipaddr\.js|standardwebhooks)$/ },
  {
    from: /^src\/integrations\/documents\//,
    names: /^(@myriaddreamin\/typst-ts-node-compiler|subset-font|qr|lru-cache)$/,
  },
  { from: /^src\/integrations\/files\//, names: /^(aws4fetch|undici)$/ },
  { from: /^src\/integrations\/images\//, names: /^sharp$/ },
  { from: /^src\/integrations\/mail\//, names: /^(nodemailer(\/.+)?|postal-mime)$/ },
];

const tests = /\.test\.ts$/;

/** What is wrong with an import of a file, as the end of a sentence, or `undefined`. */
export function importFault(file: SourceFile, { specifier, typeOnly }: Import): string | undefined {
  if (specifier.includes('../')) return 'climbs: start with ./ or #area';
  if (specifier.startsWith('node:')) return undefined;
  if (exceptions.some(({ from, to }) => from === file.path && to === specifier)) return undefined;
  if (isTop(file.path) || tests.test(file.path)) return undefined;
  if (!/^[.#]/.test(specifier)) return packageFault(file.path, specifier);
  return houseFault(file.path, pathOf(file.path, specifier), typeOnly);
}

/** Whether a file puts the house together, and may import all of it: process, application, parts, commands, tests. */
function isTop(path: string): boolean {
  return /^src\/[^/]+\.ts$/.test(path) || /^(src\/(cli|demo)|test)\//.test(path);
}

function packageFault(path: string, name: string): string | undefined {
  const allowed = packages.some(({ from, names }) => from.test(path) && names.test(name));
  return allowed
    ? undefined
    : `is a package that ${areaOf(path)} may not use; test/import-table.ts lists who may`;
}

/** The file an import names, as seen from the server's folder. */
function pathOf(path: string, specifier: string): string {
  if (specifier.startsWith('#src/')) return `src/${specifier.slice('#src/'.length)}`;
  if (specifier.startsWith('#test/')) return `test/${specifier.slice('#test/'.length)}`;
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return `${path.slice(0, path.lastIndexOf('/'))}/${specifier.slice('./'.length)}`;
}

function houseFault(path: string, target: string, typeOnly: boolean): string | undefined {
  const from = areaOf(path);
  const to = areaOf(target);
  if (from === to) return undefined;
  if (to === 'the top')
    return 'points up: only main, app, parts, the command line and tests put the house together';
  const [floor, ward] = from.split('/');
  switch (floor) {
    case 'kit':
      return 'leaves the kit, which stands on nothing but Node';
    case 'db':
      return to === 'kit' ? undefined : 'leaves the database, which stands on the kit';
    case 'integrations':
      return to === 'kit' ? undefined : 'leaves the integration, which stands on the kit';
    case 'jobs':
      return /^(core\/.+|core|db|kit)$/.test(to) && !isQueries(target)
        ? undefined
        : 'is not for jobs: core operations';
    case 'http':
      return httpFault(ward!, to, target);
    default:
      return coreFault(ward, to, target, typeOnly);
  }
}

function httpFault(area: string, to: string, target: string): string | undefined {
  if (isQueries(target)) return 'is SQL: an area calls operations';
  if (to === 'kit' || to === 'core' || to.startsWith('core/') || (to === 'http/wire' && area !== 'wire'))
    return undefined;
  if (to.startsWith('http/')) return 'is another area: what both need lives in http/wire or the core';
  return 'is not for an area: it calls core operations';
}

function coreFault(
  domain: string | undefined,
  to: string,
  target: string,
  typeOnly: boolean,
): string | undefined {
  if (to === 'kit' || to === 'core') return undefined;
  if (to === 'db')
    return target === 'src/db/tx.ts' ? undefined : 'is not for the core, which is handed its database';
  if (to.startsWith('integrations/')) {
    return typeOnly
      ? undefined
      : 'reaches out: the core takes types from integrations, and tools from its scope';
  }
  if (to.startsWith('http/')) return 'points out: the core knows no HTTP';
  if (to === 'jobs') return 'points out: the core knows no jobs';
  if (domain === undefined)
    return typeOnly ? undefined : 'is more than a type: the scope stands below all domains';
  const [own, other] = [placeOf(domain), placeOf(to.slice('core/'.length))];
  if (own < 0) return `comes from ${domain}, which has no place in the order of domains`;
  return other < own && other >= 0 ? undefined : `points right: ${to} does not stand before ${domain}`;
}

/** The part of the house a file belongs to: `core/customers`, `http/admin-api`, `kit`, `the top`. */
function areaOf(path: string): string {
  const [, floor, ward, rest] = /^src\/([^/]+)\/(?:([^/]+)\/)?(.*)$/.exec(path) ?? [];
  if (isTop(path) || floor === undefined || rest === undefined) return 'the top';
  return ward === undefined || ['kit', 'db', 'jobs'].includes(floor) ? floor : `${floor}/${ward}`;
}

function isQueries(target: string): boolean {
  return target.endsWith('-queries.ts');
}

function placeOf(domain: string): number {
  return domainOrder.indexOf(domain as (typeof domainOrder)[number]);
}
