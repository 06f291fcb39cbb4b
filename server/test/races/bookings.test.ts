// Bookings that want the same places: none is given twice, whatever happens at once, and none that is free is refused.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { updateBooking } from '#core/bookings/bookings.ts';
import { createHold } from '#core/bookings/holds/holds.ts';
import { createBooking } from '#core/bookings/placing/create-booking.ts';
import { rescheduleBooking } from '#core/bookings/placing/reschedule-booking.ts';
import { openScope, type Scope } from '#core/scope.ts';
import { Fault } from '#kit/fault.ts';
import { onServer, serverUrl } from '#test/databases.ts';
import {
  type BookingHouse,
  type Claim,
  claimsFor,
  makeBookingHouse,
  overfull,
  readClaims,
  type Wanted,
} from '#test/races/booking-house.ts';
import { atOnce, countOf, openTwoApps } from '#test/races/two-apps.ts';
import { makeOrganization, type World, world } from '#test/world.ts';

const quarterMs = 15 * 60_000;
/** Steps of a storm. On one connection nothing happens at once, so there it only has to give the same answers. */
const stormSteps = Number(process.env.BOOKING_STORM ?? (serverUrl ? 1_000 : 120));

suite('bookings that want the same places', () => {
  // To see these fail (on a server): let lockWishes() in core/bookings/occupancy/occupancies.ts return before it locks.
  test('of 32 who want the last place at once one gets it, and 31 are told', async () => {
    const { scope, house } = await openHouse(await world());
    const tour = house.services[4]!;
    const want = { serviceId: tour.id, startsAt: startAt(scope, 0), attendeeCount: 2 };
    const outcomes = await atOnce(32, () => outcomeOf(createBooking(scope, want)));
    assert.deepEqual(countOf(outcomes.map(codeOf)), { done: 1, slot_unavailable: 31 });
  });

  test('a place is full at no moment of a storm of creates, moves, cancellations, holds and edits', async () => {
    const all = await world();
    const { scope, house } = await openHouse(all);
    await storm(all, [scope], house, stormSteps);
  });

  test('over two processes it is the same', onServer, async (t) => {
    const [here, there] = await openTwoApps(t);
    const { scope, house } = await openHouse(here);
    const other = openScope(there.parts.platform, scope.organization, scope.actor);
    await storm(here, [scope, other], house, stormSteps / 3);
  });

  test('what is refused in a rush in which nothing is given back is not free afterwards either', async () => {
    const all = await world();
    const { scope, house } = await openHouse(all);
    const random = randomFrom(7);
    const wishes = Array.from({ length: stormSteps / 3 }, () => anyWish(random, scope, house));
    const outcomes = await atOnce(wishes.length, async (place) => {
      const wanted = wishes[place]!;
      return { wanted, ...(await outcomeOf(createBooking(scope, inputOf(wanted)))) };
    });
    const { claims, loose } = await readClaims(all, scope.organization.id);
    assert.deepEqual([overfull(house, claims), loose], [[], []]);
    const refused = outcomes.filter(({ done }) => !done);
    assert.ok(refused.length > 5 && outcomes.length - refused.length > 5, 'the rush was none');
    for (const { wanted, code } of refused) {
      assert.equal(code, 'slot_unavailable');
      assert.equal(
        claimsFor(house, 'late', wanted, claims),
        undefined,
        `refused though free: ${told(wanted)}`,
      );
    }
  });

  // To see it fail: count all that overlaps in selectPeaks() instead of its peak: let it return the sum of what is taken.
  test('one after the other they get what a simple model says, to the room and the teacher', async () => {
    const all = await world();
    const { scope, house } = await openHouse(all);
    const counts = await compareWithModel(all, scope, house, serverUrl ? 300 : 120);
    assert.ok(counts.done! > 40 && counts.slot_unavailable! > 10, JSON.stringify(counts));
  });
});

/** An outcome: what was made, or the code it was refused with. Anything else is a bug, and thrown. */
type Outcome<T> = { done: T; code?: undefined } | { done?: undefined; code: string };

async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { done: await work };
  } catch (error) {
    if (error instanceof Fault && error.kind === 'conflict') return { code: error.code };
    throw error;
  }
}

function codeOf({ code }: Outcome<unknown>): string {
  return code ?? 'done';
}

async function openHouse(all: World): Promise<{ scope: Scope; house: BookingHouse }> {
  const { scope } = await makeOrganization(all);
  return { scope, house: await makeBookingHouse(scope) };
}

/** `steps` random steps, 24 at a time, with a look at everything that is taken again and again. */
async function storm(all: World, scopes: Scope[], house: BookingHouse, steps: number): Promise<void> {
  const random = randomFrom(steps);
  const ids: string[] = [];
  const counts: Record<string, number> = {};
  let left = Math.floor(steps);
  let running = true;
  async function worker(place: number): Promise<void> {
    const scope = scopes[place % scopes.length]!;
    while (left > 0) {
      left -= 1;
      const code = codeOf(await outcomeOf(stepOf(random, scope, house, ids)));
      counts[code] = (counts[code] ?? 0) + 1;
    }
  }
  async function watch(): Promise<void> {
    do {
      const { claims, loose } = await readClaims(all, scopes[0]!.organization.id);
      assert.deepEqual([overfull(house, claims), loose], [[], []]);
      await new Promise((resolve) => setTimeout(resolve, 5));
    } while (running);
  }
  const worked = atOnce(24, worker).finally(() => {
    running = false;
  });
  await Promise.all([worked, watch()]);
  const known = ['done', 'slot_unavailable', 'invalid_transition', 'hold_expired'];
  assert.deepEqual(
    Object.keys(counts).filter((code) => !known.includes(code)),
    [],
  );
  assert.ok(counts.done! > steps / 4 && counts.slot_unavailable! > steps / 50, JSON.stringify(counts));
}

/** One random thing that somebody does. */
async function stepOf(random: Random, scope: Scope, house: BookingHouse, ids: string[]): Promise<unknown> {
  const wanted = anyWish(random, scope, house);
  const id = ids[random(ids.length)];
  const dice = random(20);
  if (id === undefined || dice < 8) {
    const status = (['scheduled', 'confirmed'] as const)[random(2)];
    const { id: made } = await createBooking(scope, { ...inputOf(wanted), status });
    ids.push(made);
    return made;
  }
  if (dice < 11)
    return updateBooking(scope, id, { startsAt: inputOf(wanted).startsAt, duration: wanted.minutes });
  if (dice < 13) return updateBooking(scope, id, { attendeeCount: 1 + random(3) }).catch(tooMany);
  if (dice < 15) return updateBooking(scope, id, { status: 'cancelled' });
  if (dice < 16) return updateBooking(scope, id, { status: 'scheduled' });
  if (dice < 17) return updateBooking(scope, id, { status: 'confirmed', internalNotes: `${random(9)}` });
  if (dice < 18)
    return rescheduleBooking(scope, id, { startsAt: inputOf(wanted).startsAt }).then(({ id: made }) =>
      ids.push(made),
    );
  const { id: holdId } = await createHold(scope, { ...inputOf(wanted), holder: `visit ${random(6)}` });
  if (dice < 19) return holdId;
  const { id: made } = await createBooking(scope, { ...inputOf(wanted), holdId });
  return ids.push(made);
}

/** A group that is larger than its place can ever be is the caller's mistake, whoever else is there. */
function tooMany(error: unknown): void {
  if (!(error instanceof Fault) || error.details?.[0]?.path !== 'attendeeCount') throw error;
}

/** Random steps one after the other, each of them also done in the model. */
async function compareWithModel(all: World, scope: Scope, house: BookingHouse, steps: number) {
  const random = randomFrom(steps);
  const counts: Record<string, number> = {};
  const made: { id: string; wanted: Wanted; isOpen: boolean }[] = [];
  let claims: Claim[] = [];
  for (let step = 0; step < steps; step += 1) {
    const wanted = anyWish(random, scope, house);
    const old = random(3) === 0 ? made[random(made.length)] : undefined;
    const after = old ? { ...old.wanted, startMs: wanted.startMs, minutes: wanted.minutes } : wanted;
    const others = claims.filter(({ taker }) => taker !== old?.id);
    const isCancelled = old?.isOpen && random(2) === 0;
    const expected = isCancelled ? [] : claimsFor(house, old?.id ?? 'new', after, others);
    const outcome = await outcomeOf(
      old ? changeOf(scope, old, after, isCancelled) : createBooking(scope, inputOf(wanted)),
    );
    counts[codeOf(outcome)] = (counts[codeOf(outcome)] ?? 0) + 1;
    assert.equal(codeOf(outcome), expected ? 'done' : 'slot_unavailable', `step ${step}: ${told(after)}`);
    if (!expected || !outcome.done) continue;
    const { id, sublocationId, staffIds } = outcome.done;
    claims = [...others, ...expected.map((claim) => ({ ...claim, taker: id }))];
    const known = old ?? { id, wanted, isOpen: true };
    if (!old) made.push(known);
    if (!isCancelled) known.wanted = { ...after, roomId: sublocationId, teacherId: staffIds[0] };
    known.isOpen = !isCancelled;
    const stored = (await readClaims(all, scope.organization.id)).claims;
    assert.deepEqual(comparable(stored), comparable(claims), `step ${step}: ${told(after)}`);
  }
  return counts;
}

/** Cancels a booking, moves it, or, when it is cancelled, moves and revives it. */
function changeOf(
  scope: Scope,
  { id, isOpen }: { id: string; isOpen: boolean },
  after: Wanted,
  isCancelled?: boolean,
) {
  if (isCancelled) return updateBooking(scope, id, { status: 'cancelled' });
  const time = { startsAt: new Date(after.startMs), duration: after.minutes };
  return updateBooking(scope, id, isOpen ? time : { ...time, status: 'scheduled' });
}

function comparable(claims: Claim[]): string[] {
  return claims
    .map(({ quantity, takes, ...claim }) =>
      JSON.stringify({ ...claim, quantity: takes === 'some' ? quantity : 1, takes }, keys),
    )
    .sort();
}

const keys = ['taker', 'resourceId', 'serviceId', 'placeId', 'quantity', 'takes', 'from', 'until'];

/** Something that can be asked for on one busy day. */
function anyWish(random: Random, scope: Scope, { services }: BookingHouse): Wanted {
  const service = services[random(services.length)]!;
  const room = random(2) === 0 ? service.rooms[random(service.rooms.length)] : undefined;
  const largest = Math.min(
    service.capacity,
    room?.capacity ?? Math.max(0, ...service.rooms.map(({ capacity }) => capacity)) ?? 9,
  );
  return {
    service,
    startMs: startAt(scope, random(40)).getTime(),
    minutes: [30, 60, 60, 90][random(4)]!,
    people: 1 + random(service.rooms.length === 0 ? service.capacity : largest),
    roomId: room?.id,
  };
}

function inputOf({ service, startMs, minutes, people, roomId }: Wanted) {
  return {
    serviceId: service.id,
    startsAt: new Date(startMs),
    duration: minutes,
    attendeeCount: people,
    sublocationId: roomId,
  };
}

/** The start of a quarter of an hour of the busy day, which is three days ahead. */
function startAt({ organization }: Scope, quarter: number): Date {
  const dayMs = 86_400_000;
  const day = Math.ceil(organization.createdAt.getTime() / dayMs) * dayMs + 3 * dayMs;
  return new Date(day + 8 * 4 * quarterMs + quarter * quarterMs);
}

function told({ service, startMs, minutes, people, roomId }: Wanted): string {
  return JSON.stringify({
    service: service.id,
    start: new Date(startMs).toISOString(),
    minutes,
    people,
    roomId,
  });
}

/** Numbers from 0 to below a bound, the same ones at every run. */
type Random = (below: number) => number;

function randomFrom(seed: number): Random {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return below === 0 ? 0 : Math.floor((state / 4_294_967_296) * below);
  };
}
