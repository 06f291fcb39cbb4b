// Which bookings of a batch can be placed at once: those that can't get in each other's way. Pure.
import type { PreparedBooking } from '#core/bookings/placing/prepare-booking.ts';

/**
 * The same things in rounds: what is placed in one round takes nothing from the others in it, and whatever comes before
 * it in the list and could do so is in an earlier one. What takes no place is in the first.
 */
export function inRounds<One extends { prepared: PreparedBooking | undefined }>(list: One[]): One[][] {
  const rounds: One[][] = [];
  const placed: { prepared: PreparedBooking; round: number }[] = [];
  for (const one of list) {
    const { prepared } = one;
    const before = prepared ? placed.filter((earlier) => areInTheWay(earlier.prepared, prepared)) : [];
    const round = Math.max(-1, ...before.map((earlier) => earlier.round)) + 1;
    if (prepared) placed.push({ prepared, round });
    rounds[round] ??= [];
    rounds[round].push(one);
  }
  return rounds;
}

function areInTheWay(one: PreparedBooking, other: PreparedBooking): boolean {
  const [left, right] = [one.arrangement.wish, other.arrangement.wish];
  if (isWaiting(one) || isWaiting(other)) {
    // Who waits for the same is counted.
    return isWaiting(one) && isWaiting(other) && left.serviceId === right.serviceId;
  }
  if (left.from >= right.until || right.from >= left.until) return false;
  const wanted = new Set(left.choices.flat().map(({ resourceId }) => resourceId));
  return right.choices.flat().some(({ resourceId }) => wanted.has(resourceId));
}

function isWaiting({ booking }: PreparedBooking): boolean {
  return booking.status === 'waiting_list';
}
