// What is no schedule, and what is read of one for a stretch of days.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createLocation, replaceLocationSchedule } from '#core/places/locations.ts';
import type { Schedule } from '#core/places/schedule.ts';
import { selectSchedules } from '#core/places/schedule-queries.ts';
import { scheduleLimits, scheduleProblems } from '#core/places/schedules.ts';
import { createSublocation } from '#core/places/sublocations.ts';
import { newId } from '#kit/id.ts';
import { makeOrganization, world } from '#test/world.ts';

const day = { startMinute: 540, endMinute: 1020 };

function pathsOf(schedule: Partial<Schedule>): string[] {
  return scheduleProblems({ rules: [], exceptions: [], ...schedule }).map(({ path }) => path);
}

suite('a schedule is refused', () => {
  test('for a weekday, a time or a date that is none, by its place', () => {
    assert.deepEqual(
      pathsOf({
        rules: [
          { weekday: 1, ...day },
          { weekday: 7, ...day },
        ],
      }),
      [],
    );
    for (const weekday of [0, 8, 1.5])
      assert.deepEqual(pathsOf({ rules: [{ weekday, ...day }] }), ['rules[0].weekday']);
    const times: [number, number, string][] = [
      [600, 600, 'endTime'],
      [600, 500, 'endTime'],
      [600, 1441, 'endTime'],
      [1440, 1440, 'startTime'],
      [-1, 60, 'startTime'],
      [0.5, 60, 'startTime'],
    ];
    for (const [startMinute, endMinute, field] of times) {
      const interval = { startMinute, endMinute };
      assert.deepEqual(pathsOf({ rules: [{ weekday: 1, ...interval }] }), [`rules[0].${field}`]);
      const exceptions = [{ date: '2026-12-24', intervals: [interval] }];
      assert.deepEqual(pathsOf({ exceptions }), [`exceptions[0].intervals[0].${field}`]);
    }
    const never = { weekday: 1, ...day, validFrom: '2026-02-29', validUntil: 'soon' };
    assert.deepEqual(pathsOf({ rules: [never] }), ['rules[0].validFrom', 'rules[0].validUntil']);
    const backwards = { weekday: 1, ...day, validFrom: '2026-03-02', validUntil: '2026-03-01' };
    assert.deepEqual(pathsOf({ rules: [backwards] }), ['rules[0].validUntil']);
    assert.deepEqual(pathsOf({ exceptions: [{ date: '2026-04-31', intervals: [] }] }), [
      'exceptions[0].date',
    ]);
  });

  test('for times that overlap on a day on which both hold', () => {
    const late = { startMinute: 1019, endMinute: 1100 };
    const next = { startMinute: 1020, endMinute: 1100 };
    assert.deepEqual(
      pathsOf({
        rules: [
          { weekday: 1, ...day },
          { weekday: 1, ...late },
        ],
      }),
      ['rules[1]'],
    );
    assert.deepEqual(
      pathsOf({
        rules: [
          { weekday: 1, ...day },
          { weekday: 1, ...next },
        ],
      }),
      [],
    );
    assert.deepEqual(
      pathsOf({
        rules: [
          { weekday: 1, ...day },
          { weekday: 2, ...late },
        ],
      }),
      [],
    );
    const spring = { weekday: 1, ...day, validUntil: '2026-05-31' };
    assert.deepEqual(pathsOf({ rules: [spring, { weekday: 1, ...late, validFrom: '2026-06-01' }] }), []);
    const bothInMay = [spring, { weekday: 1, ...late, validFrom: '2026-05-31' }];
    assert.deepEqual(pathsOf({ rules: bothInMay }), ['rules[1]']);
    const twice = { date: '2026-12-24', intervals: [day, late] };
    assert.deepEqual(pathsOf({ exceptions: [twice] }), ['exceptions[0].intervals[1]']);
    const sameDate = { date: '2026-12-24', intervals: [] };
    assert.deepEqual(pathsOf({ exceptions: [sameDate, sameDate] }), ['exceptions[1].date']);
  });

  test('for more entries than a schedule can have', () => {
    const { rulesMax, exceptionsMax, intervalsMax } = scheduleLimits;
    const minutes = (count: number) =>
      Array.from({ length: count }, (_, place) => ({ startMinute: place, endMinute: place + 1 }));
    const rules = minutes(rulesMax + 1).map((interval) => ({ weekday: 1, ...interval }));
    assert.deepEqual(pathsOf({ rules }), ['rules']);
    assert.deepEqual(pathsOf({ rules: rules.slice(1) }), []);
    const exceptions = [{ date: '2026-12-24', intervals: minutes(intervalsMax + 1) }];
    assert.deepEqual(pathsOf({ exceptions }), ['exceptions[0].intervals']);
    const dates = Array.from({ length: exceptionsMax + 1 }, () => ({ date: '2026-12-24', intervals: [] }));
    assert.deepEqual(pathsOf({ exceptions: dates }), ['exceptions']);
  });
});

test('for a stretch of days all weekly rules are read, the exceptions of those days, and nothing of others', async () => {
  const { scope } = await makeOrganization(await world());
  const { scope: foreign } = await makeOrganization(await world());
  const { id } = await createLocation(scope, { name: 'House' });
  const room = await createSublocation(scope, { name: 'Room', locationId: id });
  const rules = [
    { weekday: 1, ...day, validFrom: undefined, validUntil: '2020-01-31' },
    { weekday: 2, startMinute: 0, endMinute: 1440, validFrom: undefined, validUntil: undefined },
  ];
  const dates = ['2026-12-23', '2026-12-24', '2026-12-26', '2026-12-27'];
  const exceptions = dates.map((date, place) => ({ date, intervals: place === 1 ? [day] : [] }));
  await replaceLocationSchedule(scope, id, { rules, exceptions });
  const ids = [id, room.id, newId(scope.clock.now())];
  const select = (own: typeof scope) =>
    own.read((tx) => selectSchedules(tx, ids, '2026-12-24', '2026-12-26'));
  assert.deepEqual(await select(scope), new Map([[id, { rules, exceptions: exceptions.slice(1, 3) }]]));
  assert.deepEqual(await select(foreign), new Map());
});
