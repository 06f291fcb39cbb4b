// What an attempt's result makes of a delivery.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AttemptResult, attemptsMax, type DueDelivery, outcomeOf, pauseAfter } from './delivery.ts';

const now = new Date('2026-03-31T09:00:00Z');
const failed: AttemptResult = { failureReason: 'status', responseStatus: 500, durationMs: 1 };
const due = (attempts: number): DueDelivery => ({ eventId: 'e', recordId: 'r', attempts, event: undefined });

function waitSeconds(attempts: number, result: AttemptResult, random: number): number {
  const { nextAttemptAt } = outcomeOf(due(attempts), result, { now, random });
  return (nextAttemptAt!.getTime() - now.getTime()) / 1000;
}

test('attempts follow the schedule of Standard Webhooks, about three days in all', () => {
  const waits = Array.from({ length: attemptsMax - 1 }, (_, attempts) => waitSeconds(attempts, failed, 0.5));
  assert.deepEqual(waits, [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  assert.equal(outcomeOf(due(9), failed, { now, random: 0.5 }).status, 'failed');
});

test('a wait is up to a fifth shorter or longer', () => {
  assert.equal(waitSeconds(1, failed, 0), 240);
  assert.equal(waitSeconds(1, failed, 1), 360);
});

test('a 2xx answer delivers, whatever number it is', () => {
  for (const responseStatus of [200, 201, 204, 299]) {
    const { status, nextAttemptAt } = outcomeOf(
      due(3),
      { responseStatus, durationMs: 1 },
      { now, random: 0.5 },
    );
    assert.deepEqual({ status, nextAttemptAt }, { status: 'delivered', nextAttemptAt: undefined });
  }
});

test('Retry-After makes a wait longer, never shorter, and is not jittered', () => {
  assert.equal(waitSeconds(0, { ...failed, retryAfterSeconds: 3_600 }, 0), 3_600);
  assert.equal(waitSeconds(2, { ...failed, retryAfterSeconds: 10 }, 0.5), 1_800);
});

test('410 and what can never be sent get no further attempt', () => {
  for (const result of [
    { failureReason: 'status', responseStatus: 410, durationMs: 1 },
    { failureReason: 'event_too_large', durationMs: 0 },
    { failureReason: 'event_removed', durationMs: 0 },
  ]) {
    assert.equal(outcomeOf(due(0), result, { now, random: 0.5 }).status, 'failed');
  }
});

test('only a receiver that is overloaded or out of service stops all calls to it', () => {
  const pause = (responseStatus: number, retryAfterSeconds?: number) =>
    pauseAfter({ failureReason: 'status', responseStatus, retryAfterSeconds, durationMs: 1 }, now);
  assert.deepEqual(pause(429, 60), new Date('2026-03-31T09:01:00Z'));
  assert.deepEqual(pause(503, 60), new Date('2026-03-31T09:01:00Z'));
  assert.equal(pause(500, 60), undefined);
  assert.equal(pause(429), undefined);
});
