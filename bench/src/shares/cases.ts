// The four measured requests, and that both servers answer them alike.
import { createHash } from 'node:crypto';
import type { LoadRequest } from '#bench/load/load.ts';
import { peopleOf } from '#bench/seed/people.ts';
import type { Tenant } from '#bench/seed/seed.ts';

/** A measured request. */
export interface Case {
  name: 'get' | 'list' | 'search' | 'create';
  title: string;
  /** The share of the bare limit to reach. */
  leastShare: number;
  requests: LoadRequest[];
}

const path = '/api/v1/customers';

/** The cases, asked in the organization of a usual size. */
export function casesIn({ organization, customers }: Tenant): Case[] {
  const people = [...peopleOf(organization.id, customers)];
  return [
    {
      name: 'get',
      title: 'Get a customer',
      leastShare: 0.6,
      requests: everyTenth(people).map(({ id }) => ({ method: 'GET', path: `${path}/${id}` })),
    },
    { name: 'list', title: 'List 50 customers', leastShare: 0.7, requests: [{ method: 'GET', path }] },
    {
      name: 'search',
      title: 'Search customers',
      leastShare: 0.6,
      requests: searchWords.map((word) => ({
        method: 'GET',
        path: `${path}?search=${encodeURIComponent(word)}`,
      })),
    },
    {
      name: 'create',
      title: 'Create a customer with its event',
      leastShare: 0.6,
      requests: [
        { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: newCustomer },
      ],
    },
  ];
}

/** Words as they are typed: names that many have and few, parts of addresses and of numbers. */
const searchWords = [
  ...['anna', 'schmidt', 'lena.mue', 'okafor', 'julia', 'wagner55', 'ximena', 'sarah.fischer'],
  ...['example.org', 'web.example', '49151', '4915123', 'cust-0012', 'cust-009', 'peter', 'zimmer'],
];

const newCustomer = JSON.stringify({
  firstName: 'Nora',
  lastName: 'Gast',
  emails: [{ address: 'nora.gast.{new}@example.com' }],
  phones: [{ number: '+4915112345678' }],
});

function everyTenth<Item>(items: Item[]): Item[] {
  return items.filter((_, place) => place % 10 === 0);
}

/**
 * Asks both servers each question and throws when an answer differs in a byte, but for what must differ: the time, and
 * the id, number and time of a new customer.
 */
export async function compareAnswers(
  cases: Case[],
  urls: string[],
  headers: Record<string, string>,
): Promise<void> {
  for (const { name, requests } of cases) {
    for (const request of requests.slice(0, 50)) {
      const answers = await Promise.all(urls.map((url) => answerTo(url, request, headers)));
      const digests = new Set(answers.map((answer) => createHash('sha256').update(answer).digest('hex')));
      if (digests.size > 1) throw new Error(`The servers answer ${name} differently:\n${answers.join('\n')}`);
    }
  }
}

async function answerTo(url: string, request: LoadRequest, headers: Record<string, string>): Promise<string> {
  const { method, body } = request;
  const sent = body?.replaceAll('{new}', 'same');
  const answer = await fetch(url + request.path, {
    method,
    headers: { ...headers, ...request.headers },
    // An address belongs to one customer: each server gets its own.
    ...(sent === undefined ? {} : { body: sent.replace('same', `same-${new URL(url).port}`) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${request.path} was answered ${answer.status}: ${text}`);
  const comparable = text.replace(/"timestamp":"[^"]*"/, '');
  if (method === 'GET') return comparable;
  return comparable.replace(/"id":"[^"]*"|"customerNumber":"[^"]*"|"(created|updated)At":\d+|same-\d+/g, '');
}
