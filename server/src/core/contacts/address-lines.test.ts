// Postal addresses on paper.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressLines } from '#core/contacts/address-lines.ts';

test('An address has its lines in the order of its country, and only those it has', () => {
  const harbour = {
    line1: 'Am Sandtorkai 27',
    line2: 'Hof 2',
    city: 'Hamburg',
    postalCode: '20457',
    country: 'DE',
  };
  assert.deepEqual(addressLines(harbour, 'en-DE'), ['Am Sandtorkai 27', 'Hof 2', '20457 Hamburg, Germany']);
  const pier = {
    line1: '1 Pier St',
    city: 'San Francisco',
    region: 'CA',
    postalCode: '94111',
    country: 'US',
  };
  assert.deepEqual(addressLines(pier, 'en-US'), ['1 Pier St', 'San Francisco, CA 94111, United States']);
  assert.deepEqual(addressLines({ country: 'JP' }, 'en'), ['Japan']);
  assert.deepEqual(addressLines({ region: 'Wales' }, 'en'), ['Wales']);
  assert.deepEqual(addressLines({}, 'en'), []);
});

test('A country that no list knows is told by its code', () => {
  assert.deepEqual(addressLines({ country: 'QQ' }, 'en'), ['QQ']);
});
