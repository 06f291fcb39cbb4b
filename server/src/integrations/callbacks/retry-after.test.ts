// How Retry-After is read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRetryAfter } from './retry-after.ts';

const now = new Date('2026-03-01T12:00:00.500Z');

describe('Retry-After', () => {
  const understood: [string, number][] = [
    ['120', 120],
    ['0', 0],
    [' 30 ', 30],
    ['Sun, 01 Mar 2026 12:02:00 GMT', 120],
    ['Sunday, 01-Mar-26 12:02:00 GMT', 120],
    ['Sun Mar  1 12:02:00 2026', 120],
  ];
  for (const [header, seconds] of understood) {
    it(`is understood as ${JSON.stringify(header)}`, () =>
      assert.equal(parseRetryAfter(header, now), seconds));
  }

  it('is no wait when the date has passed', () => {
    assert.equal(parseRetryAfter('Sun, 01 Mar 2026 11:00:00 GMT', now), 0);
  });

  it('puts nothing off by more than a day', () => {
    assert.equal(parseRetryAfter('9'.repeat(400), now), 86_400);
    assert.equal(parseRetryAfter('Sun, 01 Mar 2099 12:00:00 GMT', now), 86_400);
  });

  for (const header of [
    undefined,
    '',
    '-5',
    '1.5',
    '5 minutes',
    'soon 5',
    '2026-03-01T12:02:00Z',
    'Sun, 99 Foo 2026 12:02:00 GMT',
  ]) {
    it(`is ignored as ${JSON.stringify(header)}`, () =>
      assert.equal(parseRetryAfter(header, now), undefined));
  }
});
