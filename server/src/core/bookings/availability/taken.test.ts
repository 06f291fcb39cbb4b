// The most that is taken at once.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { peakOf, type TakenTime, takenBy } from '#core/bookings/availability/taken.ts';

suite('what is taken', () => {
  test('is the most at once, not the sum of all that overlap', () => {
    const taken = takenBy([of(9, 10), of(10, 11)]);
    assert.equal(peakOf(taken, { startMs: 9, endMs: 11 }), 1);
    assert.equal(peakOf(takenBy([of(9, 10), of(9, 11)]), { startMs: 9, endMs: 11 }), 2);
  });

  test('does not count what ends as the stretch begins, or begins as it ends', () => {
    const taken = takenBy([of(9, 10, 5), of(11, 12, 5)]);
    assert.equal(peakOf(taken, { startMs: 10, endMs: 11 }), 0);
    assert.equal(peakOf(taken, { startMs: 9, endMs: 10 }), 5);
    assert.equal(peakOf(taken, { startMs: 12, endMs: 90 }), 0);
    assert.equal(peakOf(taken, { startMs: 0, endMs: 9 }), 0);
  });

  test('is what counting minute by minute finds', () => {
    for (let run = 0; run < 300; run += 1) {
      const times = Array.from({ length: run % 12 }, (_, one) => {
        const startMs = drawn(run, one, 60);
        return of(startMs, startMs + 1 + drawn(run, one + 50, 20), 1 + drawn(run, one + 99, 4));
      });
      const taken = takenBy(times);
      const startMs = drawn(run, 7, 70);
      const endMs = startMs + 1 + drawn(run, 8, 30);
      let most = 0;
      for (let minute = startMs; minute < endMs; minute += 1) {
        const there = times.filter((one) => one.startMs <= minute && minute < one.endMs);
        most = Math.max(
          most,
          there.reduce((sum, { quantity }) => sum + quantity, 0),
        );
      }
      assert.equal(peakOf(taken, { startMs, endMs }), most, `run ${run}`);
    }
  });
});

function of(startMs: number, endMs: number, quantity = 1): TakenTime {
  return { startMs, endMs, quantity };
}

/** A number below `bound` that is the same in every run of the test. */
function drawn(run: number, one: number, bound: number): number {
  return ((run * 7919 + one * 104_729 + run * one * 31) % 10_007) % bound;
}
