// The pure rules of the customer record.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Customer,
  displayNameOf,
  emptyCustomer,
  primaryOf,
  searchTextOf,
} from '#core/customers/customer.ts';
import { type CustomerChanges, changedFields, withChanges } from '#core/customers/customer-changes.ts';
import { searchPatterns } from '#core/customers/customer-search.ts';
import type { FaultDetail } from '#kit/fault.ts';

const empty = emptyCustomer('01a1fdd5-4a9d-71c5-88b3-6822c37453b2', new Date('2026-03-31T09:00:00Z'));

function change(
  customer: Customer,
  changes: CustomerChanges,
): { customer: Customer; problems: FaultDetail[] } {
  const problems: FaultDetail[] = [];
  return { customer: withChanges(customer, changes, 'DE', problems), problems };
}

suite('the display name', () => {
  test('is made of first and last name, as far as there are any', () => {
    assert.equal(displayNameOf('Zoë', 'Okafor'), 'Zoë Okafor');
    assert.equal(displayNameOf('Zoë', undefined), 'Zoë');
    assert.equal(displayNameOf(undefined, 'Okafor'), 'Okafor');
    assert.equal(displayNameOf(undefined, undefined), undefined);
  });

  test('is derived again when a name changes, and a given one holds until then', () => {
    const named = change(empty, { firstName: 'Ann', lastName: 'Lee' }).customer;
    assert.equal(named.displayName, 'Ann Lee');
    const given = change(named, { displayName: 'Annie' }).customer;
    assert.equal(change(given, { source: 'phone' }).customer.displayName, 'Annie');
    assert.equal(change(given, { firstName: 'Ann' }).customer.displayName, 'Annie');
    assert.equal(change(given, { lastName: 'Ray' }).customer.displayName, 'Ann Ray');
    assert.equal(change(given, { displayName: ' ' }).customer.displayName, 'Ann Lee');
    assert.equal(change(given, { firstName: 'Bo', displayName: 'B' }).customer.displayName, 'B');
  });

  test('goes when the last name goes', () => {
    const named = change(empty, { lastName: 'Lee' }).customer;
    assert.equal(change(named, { lastName: '' }).customer.displayName, undefined);
  });
});

suite('changes', () => {
  test('say nothing about what they leave out', () => {
    const full = change(empty, {
      firstName: 'Ann',
      emails: [{ address: 'a@example.com' }],
      smsOptIn: true,
    }).customer;
    const { customer } = change(full, { lastName: 'Lee' });
    assert.deepEqual([...changedFields(full, customer)].sort(), ['displayName', 'lastName']);
    assert.deepEqual([...changedFields(full, change(full, {}).customer)], []);
  });

  test('make the first entry primary when none says so, and keep the one that does', () => {
    const emails = (...flags: (boolean | undefined)[]) =>
      change(empty, {
        emails: flags.map((isPrimary, place) => ({ address: `e${place}@example.com`, isPrimary })),
      }).customer.emails.map(({ isPrimary }) => isPrimary);
    assert.deepEqual(emails(undefined, undefined), [true, false]);
    assert.deepEqual(emails(false, true), [false, true]);
    assert.deepEqual(emails(), []);
    assert.equal(
      primaryOf(change(empty, { emails: [{ address: 'a@example.com' }] }).customer.emails)?.address,
      'a@example.com',
    );
  });

  test('are all looked at, so that all that is wrong is told at once', () => {
    const { problems } = change(empty, {
      emails: [{ address: 'none' }, { address: 'a@example.com' }, { address: 'A@example.com' }],
      phones: [{ number: 'none' }],
      customerNumber: ' 1 ',
    });
    assert.deepEqual(
      problems.map(({ path }) => path),
      ['emails[0].address', 'emails[2].address', 'phones[0].number', 'customerNumber'],
    );
  });

  test('do not touch the record they are made to', () => {
    const before = structuredClone(empty);
    change(empty, { firstName: 'Ann', emails: [{ address: 'a@example.com' }] });
    assert.deepEqual(empty, before);
  });
});

suite('search', () => {
  const { customer } = change(empty, {
    firstName: 'José',
    lastName: 'Martínez-Okafor',
    emails: [{ address: 'jose_m@studio.example' }],
    phones: [{ number: '0170 7654321' }],
    customerNumber: 'CUST-000042',
  });
  const text = searchTextOf(customer);
  /** LIKE, as the database reads it. */
  const finds = (search: string) =>
    searchPatterns(search).every((pattern) => {
      const inside = pattern.replace(/\\([\\%_])|([%_])|([.*+?^${}()|[\]\\])/g, (_, quoted, wild, special) =>
        quoted ? (quoted === '\\' ? '\\\\' : quoted) : wild ? (wild === '%' ? '.*' : '.') : `\\${special}`,
      );
      return new RegExp(`^${inside}$`, 's').test(text);
    });

  test('finds parts of words in any order, without case and accents', () => {
    for (const search of [
      'jose',
      'MARTINEZ',
      'okafor jose',
      'tine',
      'studio.ex',
      'jo',
      '  José   Mart ',
      'cust-000042',
      '000042',
    ]) {
      assert.ok(finds(search), search);
    }
  });

  test('finds a phone number however it is written', () => {
    for (const search of ['0170 7654321', '+49 170 765', '(0170) 76-54', '7654'])
      assert.ok(finds(search), search);
  });

  test('takes no sign for a wildcard', () => {
    for (const search of ['jo%e', 'jos_', '100%', '_', '%', '\\']) assert.equal(finds(search), false, search);
    assert.ok(finds('jose_m'));
  });

  test('wants every word', () => {
    assert.equal(finds('jose nobody'), false);
    assert.equal(finds('os'), false, 'a short word only at the start of one');
  });
});
