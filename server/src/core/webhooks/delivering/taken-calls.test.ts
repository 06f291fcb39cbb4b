// What a worker does with the deliveries it has taken, without network or database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { DueDelivery, Outcome } from '#core/webhooks/delivery.ts';
import { type CallEnd, openCalls } from './taken-calls.ts';

/** Calls that end when the test says so, and deliveries to make. */
function openTestCalls() {
  const made: { eventId: string; terms: string; end(result: CallEnd): Promise<void> }[] = [];
  const calls = openCalls<string>(({ eventId }, terms) => {
    const { promise, resolve } = Promise.withResolvers<CallEnd>();
    const end = (result: CallEnd) => {
      resolve(result);
      return setImmediate();
    };
    made.push({ eventId, terms, end });
    return promise;
  });
  return { calls, made };
}

function deliveries(count: number): DueDelivery[] {
  return Array.from({ length: count }, (_, place) => ({
    ...{ eventId: `event-${place}`, recordId: `record-${place}`, attempts: 0, event: undefined },
  }));
}

function outcome(eventId: string, failureReason?: string): Outcome {
  const common = { eventId, recordId: eventId, attempts: 0, durationMs: 1, nextAttemptAt: undefined };
  return failureReason ? { ...common, failureReason, status: 'pending' } : { ...common, status: 'delivered' };
}

test('eight calls are under way at once, and the next begins when one ends, without a round', async () => {
  const { calls, made } = openTestCalls();
  calls.goOn(deliveries(20), 'first terms');
  assert.equal(made.length, 8);
  await made[3]!.end(outcome('event-3'));
  assert.deepEqual(
    made.map(({ eventId }) => eventId),
    deliveries(9).map(({ eventId }) => eventId),
  );
  calls.goOn([], 'later terms');
  await made[0]!.end(outcome('event-0'));
  assert.equal(made[9]!.terms, 'later terms');
  assert.equal(calls.busyEventIds().length, 18);
  assert.deepEqual(
    calls.takeOutcomes().map(({ eventId }) => eventId),
    ['event-3', 'event-0'],
  );
  assert.deepEqual(calls.takeOutcomes(), []);
});

test('32 outcomes are recorded together, and fewer after a tenth of a second', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { calls, made } = openTestCalls();
  calls.goOn(deliveries(64), '');
  let isDue = false;
  const due = calls.roundDue().then(() => {
    isDue = true;
  });
  for (let place = 0; place < 31; place += 1) {
    await made[place]!.end(outcome(`event-${place}`));
    assert.equal(isDue, false);
  }
  await made[31]!.end(outcome('event-31'));
  await due;
  assert.equal(calls.takeOutcomes().length, 32);
  await made[32]!.end(outcome('event-32'));
  const dueLater = calls.roundDue();
  context.mock.timers.tick(100);
  await dueLater;
  assert.equal(calls.takeOutcomes().length, 1);
});

test('a failure, or a call that was not made, lets go of what was taken, and a round decides', async () => {
  for (const end of [outcome('event-0', 'status'), 'late', 'closing'] as const) {
    const { calls, made } = openTestCalls();
    calls.goOn(deliveries(20), '');
    await made[0]!.end(end);
    assert.equal(made.length, 8, 'no call follows');
    assert.equal(calls.busyEventIds().length, 7);
    await calls.roundDue();
    assert.equal(calls.isClosing(), end === 'closing');
  }
});

test('what a round brings is not begun when a call has failed since the round began', async () => {
  const { calls, made } = openTestCalls();
  calls.goOn(deliveries(8), '');
  await made[0]!.end(outcome('event-0', 'status'));
  calls.goOn(deliveries(20).slice(8), '');
  assert.equal(made.length, 8);
  assert.equal(calls.takeOutcomes().length, 1);
  calls.goOn(deliveries(20).slice(8), '');
  assert.equal(made.length, 9);
});

test('a fault of ours lets go of what was taken and is told', async () => {
  const calls = openCalls(() => Promise.reject(new Error('A bug.')));
  calls.goOn(deliveries(20), '');
  await calls.roundDue();
  assert.deepEqual(calls.busyEventIds(), []);
  assert.match(String(calls.fault()), /A bug/);
  assert.deepEqual(calls.takeOutcomes(), []);
});
