// The normal form of phone numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizePhone } from '#core/contacts/phone-number.ts';

test('one line has one form, however it is written', () => {
  for (const text of [
    '040 123456',
    '040/123 456',
    '(040) 123-456',
    '+49 40 123456',
    '0049 40 123456',
    ' +4940123456 ',
    '040.123.456',
  ]) {
    assert.equal(normalizePhone(text, 'DE'), '+4940123456', text);
  }
});

test('a number without a country code is the given country’s', () => {
  assert.equal(normalizePhone('020 7946 0958', 'GB'), '+442079460958');
  assert.equal(normalizePhone('212-555-0123', 'US'), '+12125550123');
  assert.equal(normalizePhone('06 12345678', 'FR'), '+33612345678');
});

test('in a country that has no numbers of its own only whole numbers are read', () => {
  assert.equal(normalizePhone('+49 40 123456', 'AQ'), '+4940123456');
  assert.equal(normalizePhone('040 123456', 'AQ'), undefined);
});

test('what can’t be a number is none', () => {
  for (const text of [
    '',
    '+',
    '12',
    'abc',
    '040 12a',
    '+49',
    '+0 40 123456',
    '040123456 ext 5',
    '1'.repeat(41),
    '٠٤٠١٢٣٤٥٦',
    '+49\u200b40123456',
  ]) {
    assert.equal(normalizePhone(text, 'DE'), undefined, text);
  }
});
