// The measured requests that change balances: store credit issued to one customer and to many, and asked for again.
import type { LoadRequest } from '#bench/load/load.ts';
import { customerIdAt } from '#bench/seed/people.ts';
import type { Tenant } from '#bench/seed/seed.ts';
import type { Case } from '#bench/shares/case.ts';

const manyCount = 10_000;
const againCount = 1_000;

/** The cases, asked in the organization of a usual size, whose customers have accounts (seed/credit-accounts.ts). */
export function creditCases({ apiKey, customers }: Tenant): Case[] {
  const shared = {
    leastShare: 0.5,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    comparable: (answer: string) => answer.replace(whatIsNew, ''),
  };
  const many = Array.from({ length: Math.min(manyCount, customers) }, (_, index) => index + 1);
  return [
    {
      ...shared,
      name: 'issue-one',
      title: 'Issue store credit to one customer',
      requests: [issue(1, 'one-{new}')],
    },
    {
      ...shared,
      name: 'issue-many',
      title: `Issue store credit to ${many.length.toLocaleString('en')} customers`,
      requests: many.map((place) => issue(place, `many-${place}-{new}`)),
    },
    {
      ...shared,
      name: 'issue-again',
      title: 'The same requests for store credit again',
      requests: many.slice(0, againCount).map((place) => issue(place, `again-${place}`)),
    },
  ];
}

function issue(place: number, key: string): LoadRequest {
  return {
    method: 'POST',
    path: `/api/v1/customers/${customerIdAt(place)}/store-credit`,
    headers: { 'idempotency-key': key },
    body: JSON.stringify({ amount: 0.01, currency: 'EUR' }),
  };
}

const whatIsNew = /"(id|createdAt|timestamp)":"[^"]*",?|"balance":[\d.]+,?|"createdBy":\{[^}]*\},?/g;
