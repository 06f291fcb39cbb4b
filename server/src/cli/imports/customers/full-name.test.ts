// Splitting whole names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitFullName } from '#src/cli/imports/customers/full-name.ts';

test('whole names are split where people would', () => {
  const names: [string, string | undefined, string | undefined][] = [
    ['Jane Doe', 'Jane', 'Doe'],
    ['  Anna   Maria Schmidt ', 'Anna Maria', 'Schmidt'],
    ['Doe, Jane', 'Jane', 'Doe'],
    ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
    ['Beethoven, Ludwig van', 'Ludwig', 'van Beethoven'],
    ['Juana Inés de la Cruz', 'Juana Inés', 'de la Cruz'],
    ['Martin Luther King Jr.', 'Martin Luther', 'King Jr.'],
    ['Jane Doe, PhD', 'Jane', 'Doe, PhD'],
    ['Van Morrison', 'Van', 'Morrison'],
    ['Madonna', 'Madonna', undefined],
    ['', undefined, undefined],
  ];
  for (const [name, firstName, lastName] of names) {
    assert.deepEqual(splitFullName(name), { firstName, lastName }, name);
  }
});
