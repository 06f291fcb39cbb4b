// Record ids and random text.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fromBase62, isUuid, lowestIdAt, newId, randomBase62, toBase62 } from '#kit/id.ts';

suite('a record id', () => {
  test('is a UUID of version 7 that tells its moment', () => {
    const id = newId(new Date('2026-03-31T09:00:00.123Z'));
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    assert.equal(new Date(ms).toISOString(), '2026-03-31T09:00:00.123Z');
  });

  test('sorts after all earlier ones, also when more are made in a millisecond than it has places for', () => {
    const start = Date.parse('2026-03-31T09:00:00Z');
    const ids: string[] = [];
    for (let count = 0; count < 10_000; count += 1) ids.push(newId(new Date(start)));
    for (let ms = 1; ms < 6; ms += 1) ids.push(newId(new Date(start + ms)), newId(new Date(start + ms)));
    assert.deepEqual(ids, ids.toSorted());
    assert.equal(new Set(ids).size, ids.length);
  });

  test('of a moment is not below the lowest id of that moment, nor above that of the next', () => {
    const moment = new Date('2026-04-01T00:00:00Z');
    const id = newId(moment);
    assert.ok(lowestIdAt(moment) <= id);
    assert.ok(id < lowestIdAt(new Date(moment.getTime() + 1)));
    assert.equal(lowestIdAt(new Date('0001-01-01T00:00:00Z')), lowestIdAt(new Date(0)));
    assert.ok(isUuid(lowestIdAt(new Date('9999-12-31T23:59:59.999Z'))));
  });
});

test('a UUID is told from all other text', () => {
  assert.ok(isUuid('01a1fdd5-4a9d-71c5-88b3-6822c37453b2') && isUuid('01A1FDD5-4A9D-71C5-88B3-6822C37453B2'));
  for (const text of [
    '',
    'CUST-000001',
    '01a1fdd54a9d71c588b36822c37453b2',
    '{01a1fdd5-4a9d-71c5-88b3-6822c37453b2}',
    '01a1fdd5-4a9d-71c5-88b3-6822c37453b2\n',
    'g1a1fdd5-4a9d-71c5-88b3-6822c37453b2',
  ]) {
    assert.equal(isUuid(text), false, JSON.stringify(text));
  }
});

test('base 62 gives back every integer, padded to its width', () => {
  for (const value of [0n, 1n, 61n, 62n, 2n ** 128n - 1n])
    assert.equal(fromBase62(toBase62(value, 22)), value);
  assert.equal(toBase62(61n, 3), '00z');
  assert.equal(fromBase62('a-b'), undefined);
});

test('random text has its length, all 62 characters, and does not repeat', () => {
  const texts = Array.from({ length: 200 }, () => randomBase62(30));
  assert.ok(texts.every((text) => /^[0-9A-Za-z]{30}$/.test(text)));
  assert.equal(new Set(texts).size, 200);
  assert.equal(new Set(texts.join('')).size, 62);
});
