// The normal form of email addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeEmail } from '#core/contacts/email-address.ts';

test('one mailbox has one form, however it is written', () => {
  for (const text of ['Ada@Example.COM', ' ada@example.com\n', 'ADA@EXAMPLE.COM']) {
    assert.equal(normalizeEmail(text), 'ada@example.com');
  }
  assert.equal(normalizeEmail('zoe\u0308@bu\u0308cher.example'), 'zoë@bücher.example');
});

test('what differs is not folded together', () => {
  const different = [
    'ada.l@example.com',
    'adal@example.com',
    'ada+desk@example.com',
    'zoë@example.com',
    'zoe@example.com',
  ];
  assert.equal(new Set(different.map(normalizeEmail)).size, different.length);
});

test('lengths are those of the standard: 64 before the @, 254 in all, 63 for a label', () => {
  const label = (length: number) => 'a'.repeat(length);
  assert.ok(normalizeEmail(`${label(64)}@example.com`));
  assert.equal(normalizeEmail(`${label(65)}@example.com`), undefined);
  assert.ok(normalizeEmail(`a@${label(63)}.com`));
  assert.equal(normalizeEmail(`a@${label(64)}.com`), undefined);
  const long = (length: number) => `a@${`${label(49)}.`.repeat(5).slice(0, length - 6)}.com`;
  assert.equal(long(254).length, 254);
  assert.ok(normalizeEmail(long(254)));
  assert.equal(normalizeEmail(long(255)), undefined);
});

test('a hostile text is refused as fast as a plain one', () => {
  for (const text of [
    `${'a.'.repeat(50_000)}@`,
    `a@${'a-'.repeat(50_000)}`,
    `${'a'.repeat(100_000)}!`,
    '@'.repeat(100_000),
  ]) {
    assert.equal(normalizeEmail(text), undefined);
  }
});
