// The token that ends a subscription, and when failures end it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#kit/id.ts';
import {
  type Health,
  healthAfter,
  isBeyondHope,
  organizationOfToken,
  writeUnsubscribeToken,
} from './subscription.ts';

const start = new Date('2026-03-31T09:00:00Z');
const days = (count: number) => new Date(start.getTime() + count * 24 * 3_600_000);
const fine: Health = { failingSince: undefined, lastFailedAt: undefined };
const failure = [{ succeeded: false }];
const success = [{ succeeded: true }];

test('a token names its organization, and a changed one names none', () => {
  const organizationId = newId(start);
  const token = writeUnsubscribeToken(organizationId);
  assert.match(token, /^fdu_[0-9A-Za-z]{58}$/);
  assert.equal(organizationOfToken(token), organizationId);
  const changed = [`${token}0`, token.replace('fdu_', 'fdk_'), token.slice(0, -1), '', 'fdu_'];
  const flipped = token[30] === 'a' ? 'b' : 'a';
  changed.push(token.slice(0, 30) + flipped + token.slice(31));
  for (const text of changed) assert.equal(organizationOfToken(text), undefined, text);
});

test('five days of nothing but failures are beyond hope, a day less is not', () => {
  let health = healthAfter(fine, failure, start);
  for (const day of [1, 2, 3, 4]) {
    health = healthAfter(health, failure, days(day));
    assert.equal(isBeyondHope(health, days(day)), false, `day ${day}`);
  }
  health = healthAfter(health, failure, days(5));
  assert.deepEqual(health.failingSince, start);
  assert.equal(isBeyondHope(health, days(5)), true);
});

test('one success begins anew', () => {
  let health = healthAfter(fine, failure, start);
  health = healthAfter(health, [...success, ...failure], days(4));
  assert.deepEqual(health, fine);
  health = healthAfter(health, failure, days(5));
  assert.equal(isBeyondHope(health, days(5)), false);
});

test('failures with five silent days between them are two outages', () => {
  const health = healthAfter(healthAfter(fine, failure, start), failure, days(200));
  assert.deepEqual(health.failingSince, days(200));
  assert.equal(isBeyondHope(health, days(200)), false);
});

test('no calls say nothing', () => {
  const health = healthAfter(fine, failure, start);
  assert.equal(healthAfter(health, [], days(9)), health);
});
