// What a million customers in one organization and ten thousand organizations beside it do to single requests: pages
// at any depth, the ways to name a customer, searches.
import { writeCursor } from 'frontdesk/src/kit/cursor.ts';
import { peopleOf } from '#bench/seed/people.ts';
import type { Tenant } from '#bench/seed/seed.ts';
import { ask, fast, measure, type Scaled, type ScaledGroup, type ScaleRun, within } from './measure.ts';

const path = '/api/v1/customers';

/** Measures requests about customers, in the great organization, the usual one, and across the small ones. */
export async function measureCustomers(run: ScaleRun): Promise<ScaledGroup[]> {
  const { great, usual, small } = run.seeded;
  const organizations = `${small.length} of the small organizations in turns`;
  return [
    { title: `Pages, in ${named(great)}`, rows: await measurePages(run, great) },
    { title: `Pages, in ${named(usual)}`, rows: await measurePages(run, usual) },
    { title: `One customer, in ${named(great)}`, rows: await measureReferences(run, [great]) },
    { title: `One customer, in ${organizations}`, rows: await measureReferences(run, small) },
    { title: `Search, in ${named(great)}`, rows: await measureSearches(run, great) },
  ];
}

function named({ customers }: Tenant): string {
  return `the organization of ${customers.toLocaleString('en')} customers`;
}

async function measurePages(run: ScaleRun, tenant: Tenant): Promise<Scaled[]> {
  const first = await measure(run, 'the first page', [ask(tenant, path)]);
  const rows: Scaled[] = [first];
  for (const part of [0.01, 0.1, 0.5, 0.9, 0.99]) {
    const requests = cursorsAround(tenant, part).map((cursor) => ask(tenant, `${path}?cursor=${cursor}`));
    rows.push(within(2, first, await measure(run, `a page after ${part * 100} %`, requests)));
  }
  return rows;
}

async function measureReferences(run: ScaleRun, tenants: Tenant[]): Promise<Scaled[]> {
  const people = tenants.flatMap((tenant) => sampleOf(tenant).map((customer) => ({ tenant, customer })));
  const kinds = {
    number: people.map(({ tenant, customer }) => [tenant, customer.customerNumber] as const),
    email: people.flatMap(({ tenant, customer }) =>
      customer.emails.map((one) => [tenant, one.address] as const),
    ),
    phone: people.flatMap(({ tenant, customer }) =>
      customer.phones.map((one) => [tenant, one.number] as const),
    ),
  };
  const requestsFor = (references: (readonly [Tenant, string])[]) =>
    references.map(([tenant, reference]) => ask(tenant, `${path}/${encodeURIComponent(reference)}`));

  const byId = await measure(
    run,
    'by record id',
    requestsFor(people.map(({ tenant, customer }) => [tenant, customer.id])),
  );
  const rows: Scaled[] = [byId];
  for (const [kind, references] of Object.entries(kinds)) {
    rows.push(within(2, byId, await measure(run, `by ${kind}`, requestsFor(references))));
  }
  return rows;
}

const searches: Record<string, string[]> = {
  'what most have': ['com', 'example', '4915'],
  'a usual name': ['anna', 'schmidt', 'peter'],
  'a rare name': ['ximena', 'quispe', 'tariq'],
  'two words': ['anna schmidt', 'ximena quispe', 'web.example.net tariq'],
  'one email address': ['anna.schmidt77', 'wagner4321'],
  'digits of a phone number': ['0151 2345', '+49 1507', '81409'],
  'digits of a customer number': ['cust-0500', 'cust-12345'],
  'one or two letters': ['a', 'jo', 'x', 'zo'],
  nobody: ['qqqq', 'anna qqqq', '77 zzz'],
};

async function measureSearches(run: ScaleRun, tenant: Tenant): Promise<Scaled[]> {
  const rows: Scaled[] = [];
  const requestsFor = (words: string[]) =>
    words.map((word) => ask(tenant, `${path}?search=${encodeURIComponent(word)}`));
  for (const [kind, words] of Object.entries(searches)) {
    rows.push(fast(await measure(run, `${kind}: ${words.join(', ')}`, requestsFor(words))));
  }
  rows.push(fast(await measure(run, 'all of these', requestsFor(Object.values(searches).flat()))));
  return rows;
}

/** Some customers from all over an organization. */
function sampleOf({ organization, customers }: Tenant) {
  const step = Math.max(1, Math.floor(customers / 500) | 1);
  const sample = [];
  let place = 0;
  for (const customer of peopleOf(organization.id, customers)) {
    if (place % step === 0) sample.push(customer);
    place += 1;
  }
  return sample;
}

/** Cursors of pages about so deep in a list that is newest first. */
function cursorsAround(tenant: Tenant, part: number): string[] {
  const sample = sampleOf(tenant).toReversed();
  const middle = Math.floor(sample.length * part);
  return sample.slice(Math.max(0, middle - 5), middle + 5).map(({ id }) => writeCursor(id));
}
