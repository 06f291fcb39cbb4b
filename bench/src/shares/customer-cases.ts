// The measured requests of staff and programs: customers over the Admin API.
import { peopleOf } from '#bench/seed/people.ts';
import type { Tenant } from '#bench/seed/seed.ts';
import type { Case } from './case.ts';

const path = '/api/v1/customers';

/** The cases, asked in the organization of a usual size. */
export function customerCases({ organization, customers, apiKey }: Tenant): Case[] {
  const people = [...peopleOf(organization.id, customers)];
  const shared = {
    headers: { authorization: `Bearer ${apiKey}` },
    comparable: (answer: string) => answer.replace(/"timestamp":"[^"]*"/, ''),
  };
  return [
    {
      ...shared,
      name: 'get',
      title: 'Get a customer',
      leastShare: 0.6,
      requests: everyTenth(people).map(({ id }) => ({ method: 'GET', path: `${path}/${id}` })),
    },
    {
      ...shared,
      name: 'list',
      title: 'List 50 customers',
      leastShare: 0.7,
      requests: [{ method: 'GET', path }],
    },
    {
      ...shared,
      name: 'search',
      title: 'Search customers',
      leastShare: 0.6,
      requests: searchWords.map((word) => ({
        method: 'GET',
        path: `${path}?search=${encodeURIComponent(word)}`,
      })),
    },
    {
      ...shared,
      name: 'create',
      title: 'Create a customer with its event',
      leastShare: 0.6,
      requests: [
        { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: newCustomer },
      ],
      comparable: (answer) => shared.comparable(answer).replace(whatIsNew, ''),
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

const whatIsNew = /"id":"[^"]*"|"customerNumber":"[^"]*"|"(created|updated)At":\d+|bare|frontdesk/g;

function everyTenth<Item>(items: Item[]): Item[] {
  return items.filter((_, place) => place % 10 === 0);
}
