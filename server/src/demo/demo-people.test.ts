// The people of the demo house: believable, and the same everywhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeEmail } from '#core/contacts/email-address.ts';
import { normalizePhone } from '#core/contacts/phone-number.ts';
import { demoCustomers, firstDemoCustomer } from '#src/demo/demo-people.ts';

const today = new Date('2026-07-31T15:30:00Z');
const customers = demoCustomers(today);
const inputs = customers.map(({ input }) => input);
const dayMs = 24 * 60 * 60 * 1000;

test('the customers are the same on every machine and every day', () => {
  assert.deepEqual(demoCustomers(today), customers);
  const later = demoCustomers(new Date(today.getTime() + 100 * dayMs));
  assert.deepEqual(
    later.map(({ input }) => input),
    inputs,
  );
  // Written down once: a change of it is a change of what every demo shows.
  const { firstName, lastName, emails } = inputs[123]!;
  assert.deepEqual(
    [firstName, lastName, emails?.[0]?.address],
    ['Anaïs', 'Dupont', 'anais@leuchtfeuer-health.example'],
  );
});

test('the first customer is the one that demo.json names', () => {
  assert.equal(inputs[0]?.emails?.[0]?.address, firstDemoCustomer.email);
  assert.equal(inputs[0]?.status, 'active');
});

test('they came over the two years before the day, in order, and never on a later day', () => {
  const moments = customers.map(({ moment }) => moment.getTime());
  assert.deepEqual(
    moments,
    [...moments].sort((left, right) => left - right),
  );
  assert.ok(moments[0]! > today.getTime() - 731 * dayMs);
  assert.ok(moments.at(-1)! < today.getTime());
  assert.ok(moments.at(-1)! > today.getTime() - 14 * dayMs);
});

test('every address is one of those that reach nobody, and belongs to one customer', () => {
  const addresses = inputs.flatMap(({ emails = [] }) => emails.map(({ address }) => address));
  for (const address of addresses) {
    assert.equal(normalizeEmail(address), address);
    assert.match(address, /@(example\.(com|org|net)|[a-z0-9-]+\.example)$/);
  }
  assert.equal(new Set(addresses).size, addresses.length);
});

test('every phone number is possible, kept free for fiction, and belongs to one customer', () => {
  const numbers = inputs.flatMap(({ phones = [] }) =>
    phones.map(({ number }) => normalizePhone(number, 'DE')),
  );
  const fictional =
    /^\+(49(4066969|3023125|6990009|8999998|2214710)\d{3}|4917139200\d{2}|49176040690\d{2}|49(15228817386|15228895456|15254599371|1729925904|1729968532|1729973185|1729973186|1729980752|1749091317|1749464308)|447700900\d{3}|120255501\d{2}|33639980\d{3}|4670174(060[5-9]|06[1-9]\d))$/;
  for (const number of numbers) assert.match(number ?? 'impossible', fictional);
  assert.equal(new Set(numbers).size, numbers.length);
});

test('they are as different as customers are', () => {
  const count = (has: (input: (typeof inputs)[number]) => unknown) => inputs.filter(has).length;
  assert.equal(inputs.length, 300);
  assert.equal(
    count(({ status }) => status === 'banned'),
    2,
  );
  assert.ok(count(({ status }) => status === 'inactive') > 5);
  assert.ok(count(({ phones }) => phones?.length === 0) > 15);
  assert.ok(count(({ emails }) => emails?.length === 0) > 8);
  assert.ok(count(({ lastName }) => lastName === undefined) > 5);
  assert.ok(count(({ firstName }) => /[^\p{Script=Latin}\p{P}\s]/u.test(firstName ?? '')) > 3);
  assert.equal(new Set(inputs.map(({ source }) => source)).size, 5);
  // Whoever can't be written to has not asked for letters.
  assert.equal(
    count(({ emails, marketingOptIn }) => emails?.length === 0 && marketingOptIn),
    0,
  );
});
