// What weekly rules and dated exceptions come to on a date.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  alwaysOpen,
  commonIntervals,
  gridMinutes,
  type MinuteInterval,
  openIntervals,
  type Schedule,
} from '#core/places/schedule.ts';

const monday = '2026-11-23';
const tuesday = '2026-11-24';
const nine = 9 * 60;

suite('a schedule', () => {
  test('without rules is open all day, but for its exceptions', () => {
    assert.deepEqual(openIntervals(alwaysOpen, monday), [of(0, 1440)]);
    const schedule = { rules: [], exceptions: [{ date: monday, intervals: [] }] };
    assert.deepEqual(openIntervals(schedule, monday), []);
    assert.deepEqual(openIntervals(schedule, tuesday), [of(0, 1440)]);
  });

  test('with rules is closed on days that none names', () => {
    assert.deepEqual(openIntervals(openOn(1, of(nine, 720)), monday), [of(nine, 720)]);
    assert.deepEqual(openIntervals(openOn(1, of(nine, 720)), tuesday), []);
  });

  test('joins rules of a day that touch or overlap, in whatever order they come', () => {
    const schedule = openOn(1, of(900, 1000), of(nine, 720), of(720, 780), of(950, 960));
    assert.deepEqual(openIntervals(schedule, monday), [of(nine, 780), of(900, 1000)]);
  });

  test('knows the first and the last date of a rule', () => {
    const rule = { weekday: 1, ...of(nine, 720) };
    const open = (validFrom?: string, validUntil?: string) =>
      openIntervals({ rules: [{ ...rule, validFrom, validUntil }], exceptions: [] }, monday).length > 0;
    assert.ok(open(monday, monday));
    assert.ok(!open(tuesday));
    assert.ok(!open(undefined, '2026-11-22'));
  });

  test('lets an exception replace the rules of its date', () => {
    const schedule = {
      ...openOn(1, of(nine, 720)),
      exceptions: [{ date: monday, intervals: [of(600, 660), of(630, 700)] }],
    };
    assert.deepEqual(openIntervals(schedule, monday), [of(600, 700)]);
    assert.deepEqual(openIntervals(schedule, '2026-11-30'), [of(nine, 720)]);
  });

  test('leaves of several what all of them have', () => {
    const house = openOn(1, of(480, 720), of(780, 1080));
    const room = openOn(1, of(600, 840), of(900, 930));
    const person = openOn(1, of(0, 910));
    assert.deepEqual(commonIntervals([house, room, person], monday), [
      of(600, 720),
      of(780, 840),
      of(900, 910),
    ]);
    assert.deepEqual(commonIntervals([house, room], tuesday), []);
    assert.deepEqual(commonIntervals([], monday), [of(0, 1440)]);
  });

  test('begins its grid anew with each opening', () => {
    assert.deepEqual(gridMinutes([of(nine, 640), of(700, 800)], 45), [540, 585, 630, 700, 745, 790]);
  });
});

function of(startMinute: number, endMinute: number): MinuteInterval {
  return { startMinute, endMinute };
}

function openOn(weekday: number, ...intervals: MinuteInterval[]): Schedule {
  return { rules: intervals.map((interval) => ({ weekday, ...interval })), exceptions: [] };
}
