// When repeating tasks are due next.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wallTimeAt } from '#core/places/local-time.ts';
import { isSeriesOver, nextDueAt, type TaskRecurrence } from '#core/tasks/task-recurrence.ts';
import { makeDraw } from '#src/demo/demo-draw.ts';

const berlin = 'Europe/Berlin';
const at = (text: string) => new Date(text);
const repeating = (changes: Partial<TaskRecurrence>): TaskRecurrence => ({
  frequency: 'daily',
  customIntervalDays: undefined,
  basis: 'due_date',
  endsAt: undefined,
  maxOccurrences: undefined,
  ...changes,
});

/** The due dates that follow when each is completed an hour after it was due. */
function series(recurrence: TaskRecurrence, start: string, count: number, timeZone = berlin): string[] {
  const dates = [at(start)];
  while (dates.length < count) {
    const dueAt = dates.at(-1)!;
    const completedAt = new Date(dueAt.getTime() + 3_600_000);
    dates.push(nextDueAt(recurrence, { anchorAt: at(start), dueAt, completedAt, timeZone }));
  }
  return dates.map((date) => date.toISOString());
}

test('a monthly task of the 31st is due on the last day of shorter months and on the 31st again', () => {
  const days = series(repeating({ frequency: 'monthly' }), '2027-01-31T09:00:00Z', 6);
  assert.deepEqual(
    days.map((day) => day.slice(0, 10)),
    ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'],
  );
});

test('a yearly task of February 29th is due on the 28th until the next leap year', () => {
  const days = series(repeating({ frequency: 'yearly' }), '2028-02-29T12:00:00Z', 5);
  assert.deepEqual(
    days.map((day) => day.slice(0, 10)),
    ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
  );
});

test('the time on the clock stays when clocks change, and a skipped one is back the day after', () => {
  assert.deepEqual(series(repeating({}), '2027-03-27T07:00:00Z', 3), [
    '2027-03-27T07:00:00.000Z',
    '2027-03-28T06:00:00.000Z',
    '2027-03-29T06:00:00.000Z',
  ]);
  // 02:30 does not exist on the 28th: it moves forward that day alone.
  assert.deepEqual(series(repeating({}), '2027-03-27T01:30:00Z', 3), [
    '2027-03-27T01:30:00.000Z',
    '2027-03-28T01:30:00.000Z',
    '2027-03-29T00:30:00.000Z',
  ]);
});

test('times that were missed are passed over', () => {
  const anchorAt = at('2027-01-04T08:00:00Z');
  const completedAt = at('2027-02-10T12:00:00Z');
  const next = nextDueAt(repeating({ frequency: 'weekly' }), {
    anchorAt,
    dueAt: anchorAt,
    completedAt,
    timeZone: berlin,
  });
  assert.equal(next.toISOString(), '2027-02-15T08:00:00.000Z');
});

test('a task that is completed early is due after the time it was completed for', () => {
  const anchorAt = at('2027-01-04T08:00:00Z');
  const completedAt = at('2027-01-01T08:00:00Z');
  const next = nextDueAt(repeating({ frequency: 'weekly' }), {
    anchorAt,
    dueAt: anchorAt,
    completedAt,
    timeZone: berlin,
  });
  assert.equal(next.toISOString(), '2027-01-11T08:00:00.000Z');
});

test('counted from the completion, it is due that much later at the usual time of day', () => {
  const recurrence = repeating({ frequency: 'custom', customIntervalDays: 10, basis: 'completion_date' });
  const anchorAt = at('2027-01-04T08:00:00Z');
  const completedAt = at('2027-01-20T17:45:00Z');
  const next = nextDueAt(recurrence, { anchorAt, dueAt: anchorAt, completedAt, timeZone: berlin });
  assert.equal(next.toISOString(), '2027-01-30T08:00:00.000Z');
});

test('without a due date the completion is what is counted from, to the second', () => {
  const completedAt = at('2027-01-20T17:45:31.250Z');
  const next = nextDueAt(repeating({}), {
    anchorAt: undefined,
    dueAt: undefined,
    completedAt,
    timeZone: berlin,
  });
  assert.equal(next.toISOString(), '2027-01-21T17:45:31.250Z');
});

test('a series is over when it was completed often enough, or would be due too late', () => {
  const next = at('2027-05-01T00:00:00Z');
  assert.equal(isSeriesOver(repeating({ maxOccurrences: 3 }), 2, next), false);
  assert.equal(isSeriesOver(repeating({ maxOccurrences: 3 }), 3, next), true);
  assert.equal(isSeriesOver(repeating({ endsAt: next }), 9, next), false);
  assert.equal(isSeriesOver(repeating({ endsAt: at('2027-04-30T23:59:59Z') }), 1, next), true);
});

test('whatever repeats is next due after both its completion and its due date, at the usual time of day', () => {
  const draw = makeDraw(20_270_101);
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'UTC',
  ];
  const start = Date.parse('2024-01-01T00:00:00Z');
  for (let run = 0; run < 3_000; run += 1) {
    const frequency = draw.oneOf(['daily', 'weekly', 'monthly', 'yearly', 'custom'] as const);
    const recurrence = repeating({
      frequency,
      customIntervalDays: frequency === 'custom' ? 1 + draw.below(366) : undefined,
      basis: draw.oneOf(['due_date', 'completion_date'] as const),
    });
    const anchorAt = new Date(start + draw.below(1_500) * 86_400_000 + draw.below(1_440) * 60_000);
    const dueAt = draw.chance(0.5) ? anchorAt : new Date(anchorAt.getTime() + draw.below(900) * 86_400_000);
    const completedAt = new Date(anchorAt.getTime() + (draw.below(2_000) - 300) * 43_200_000);
    const timeZone = draw.oneOf(zones);
    const next = nextDueAt(recurrence, { anchorAt, dueAt, completedAt, timeZone });
    const what = JSON.stringify({ recurrence, anchorAt, dueAt, completedAt, timeZone, next });
    assert.ok(next > completedAt && next > dueAt, what);
    const [usual, told] = [anchorAt, next].map((moment) => wallTimeAt(timeZone, moment).minute);
    // Clocks skip an hour at most in these zones.
    assert.ok(told! >= usual! && told! <= usual! + 60, what);
  }
});
