// Which codes are countries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCountry } from '#core/contacts/country.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const all = letters.flatMap((first) => letters.map((second) => `${first}${second}`));

test('a country has one of the 249 assigned codes, or that of Kosovo', () => {
  assert.equal(all.filter(isCountry).length, 250);
  for (const code of ['DE', 'US', 'TW', 'XK', 'SS', 'CW']) assert.ok(isCountry(code), code);
});

test('past, reserved and unknown regions are no countries, and each country has a name', () => {
  for (const code of ['ZZ', 'SU', 'YU', 'AN', 'UK', 'EU', 'XX', 'QQ', 'de', 'D', 'DEU', ''])
    assert.ok(!isCountry(code), code);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const code of all.filter(isCountry)) assert.ok(names.of(code), code);
});
