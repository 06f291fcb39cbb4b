// A house in which bookings get into each other's way: rooms, teachers and projectors that several services want. With
// a model of it that is plain enough to be believed: it looks at every moment at which something begins.
import { createEquipment } from '#core/equipment/equipment.ts';
import { createLocation } from '#core/places/locations.ts';
import { createSublocation } from '#core/places/sublocations.ts';
import type { Scope } from '#core/scope.ts';
import { createService, type NewService } from '#core/services/services.ts';
import { createStaffMember } from '#core/staff/staff.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import type { World } from '#test/world.ts';

/** A service of the house, as the model sees it. Times in minutes. */
export interface HouseService {
  id: string;
  isShared: boolean;
  capacity: number;
  /** In the order in which they are chosen; none for what takes place without a room. */
  rooms: { id: string; capacity: number }[];
  /** One of them, if there are any. */
  teachers: string[];
  /** How many projectors each booking uses. */
  projectors: number;
  before: number;
  after: number;
}

/** The whole house. */
export interface BookingHouse {
  services: HouseService[];
  /** How many places each room, projector and service without a room has. */
  capacities: Map<string, number>;
  projectorId: string;
}

/** What somebody takes of one resource. Times in milliseconds. */
export interface Claim {
  taker: string;
  resourceId: string;
  serviceId: string;
  placeId: string;
  quantity: number;
  /** `all` of it, `some` places, or a teacher's time for a `class`. */
  takes: 'all' | 'some' | 'class';
  from: number;
  until: number;
}

/** What is asked for. */
export interface Wanted {
  service: HouseService;
  startMs: number;
  minutes: number;
  people: number;
  roomId?: string | undefined;
  teacherId?: string | undefined;
}

/** Makes the house: three rooms, two teachers, two projectors and five services that share them. */
export async function makeBookingHouse(scope: Scope): Promise<BookingHouse> {
  const { id: locationId } = await createLocation(scope, { name: 'Busy House' });
  const rooms: { id: string; capacity: number }[] = [];
  for (const [name, capacity] of [
    ['A', 1],
    ['B', 4],
    ['C', 6],
  ] as const) {
    const { id } = await createSublocation(scope, { locationId, name, kind: 'room', capacity });
    rooms.push({ id, capacity });
  }
  const [roomA, roomB, roomC] = rooms as [(typeof rooms)[0], (typeof rooms)[0], (typeof rooms)[0]];
  const ada = (await createStaffMember(scope, { firstName: 'Ada' })).id;
  const bob = (await createStaffMember(scope, { firstName: 'Bob' })).id;
  const projectorId = (await createEquipment(scope, { locationId, name: 'Projector', quantity: 2 })).id;
  const plans: (Omit<HouseService, 'id'> & { name: string })[] = [
    {
      name: 'Desk',
      isShared: false,
      capacity: 6,
      rooms: [roomA, roomB, roomC],
      teachers: [],
      projectors: 0,
      before: 0,
      after: 15,
    },
    {
      name: 'Class',
      isShared: true,
      capacity: 5,
      rooms: [roomB, roomC],
      teachers: [ada, bob],
      projectors: 0,
      before: 0,
      after: 0,
    },
    {
      name: 'Workshop',
      isShared: true,
      capacity: 4,
      rooms: [roomC],
      teachers: [],
      projectors: 1,
      before: 15,
      after: 15,
    },
    {
      name: 'Talk',
      isShared: false,
      capacity: 4,
      rooms: [roomA, roomB],
      teachers: [ada],
      projectors: 1,
      before: 0,
      after: 0,
    },
    {
      name: 'Tour',
      isShared: true,
      capacity: 3,
      rooms: [],
      teachers: [],
      projectors: 0,
      before: 0,
      after: 0,
    },
  ];
  const services: HouseService[] = [];
  for (const { name, ...plan } of plans) {
    const { id } = await createService(scope, { name, ...termsOf(plan, locationId, projectorId) });
    services.push({ id, ...plan });
  }
  const capacities = new Map(rooms.map(({ id, capacity }) => [id, capacity]));
  for (const { id, capacity } of services) capacities.set(id, capacity);
  capacities.set(projectorId, 2);
  return { services, capacities, projectorId };
}

function termsOf(
  plan: Omit<HouseService, 'id'>,
  locationId: string,
  projectorId: string,
): Omit<NewService, 'name'> {
  return {
    durationMinutes: 60,
    bufferBeforeMinutes: plan.before,
    bufferAfterMinutes: plan.after,
    capacity: plan.capacity,
    capacityMode: plan.isShared ? 'shared' : 'exclusive',
    sublocationIds: plan.rooms.map(({ id }) => id),
    ...(plan.rooms.length === 0 ? { locationId } : {}),
    staffIds: plan.teachers,
    requiresStaff: plan.teachers.length > 0,
    equipment: plan.projectors > 0 ? [{ equipmentId: projectorId, quantity: plan.projectors }] : [],
  };
}

/** What a request takes beside these claims, by the rules as people would say them; `undefined` when it can't be had. */
export function claimsFor(
  house: BookingHouse,
  taker: string,
  wanted: Wanted,
  claims: Claim[],
): Claim[] | undefined {
  const { service, roomId, teacherId } = wanted;
  const fitting = service.rooms.filter(
    ({ id, capacity }) => (roomId ?? id) === id && wanted.people <= capacity,
  );
  const places = service.rooms.length === 0 ? [service.id] : fitting.map(({ id }) => id);
  const teachers = teacherId ? [teacherId] : service.teachers.length > 0 ? service.teachers : [undefined];
  for (const placeId of places) {
    for (const teacher of teachers) {
      const taken = claimsIn(house, taker, wanted, placeId, teacher);
      if (overfull(house, [...claims, ...taken]).length === 0) return taken;
    }
  }
  return undefined;
}

function claimsIn(
  house: BookingHouse,
  taker: string,
  { service, startMs, minutes, people }: Wanted,
  placeId: string,
  teacher: string | undefined,
): Claim[] {
  const claim = (resourceId: string, quantity: number, takes: Claim['takes']): Claim => ({
    taker,
    resourceId,
    serviceId: service.id,
    placeId,
    quantity,
    takes,
    from: startMs - service.before * 60_000,
    until: startMs + (minutes + service.after) * 60_000,
  });
  const claims = [claim(placeId, people, service.isShared ? 'some' : 'all')];
  if (teacher) claims.push(claim(teacher, 1, service.isShared ? 'class' : 'all'));
  if (service.projectors > 0) claims.push(claim(house.projectorId, service.projectors, 'some'));
  return claims;
}

/** What is taken twice: each moment at which a resource is fuller than it can be, in words. None is right. */
export function overfull(house: BookingHouse, claims: Claim[]): string[] {
  return claims.flatMap(({ resourceId, from }) => {
    const there = claims.filter(
      (one) => one.resourceId === resourceId && one.from <= from && from < one.until,
    );
    const fault = faultAmong(house, resourceId, there);
    return fault ? [`${resourceId} at ${new Date(from).toISOString()}: ${fault}`] : [];
  });
}

/** What is wrong with claims that hold at one moment. */
function faultAmong(house: BookingHouse, resourceId: string, there: Claim[]): string | undefined {
  if (there.length < 2 && there.every(({ takes }) => takes !== 'some')) return undefined;
  if (there.some(({ takes }) => takes === 'all')) return 'taken whole, and once more';
  const [first] = there;
  if (first!.takes === 'class') {
    const isSame = (one: Claim) =>
      one.serviceId === first!.serviceId &&
      one.placeId === first!.placeId &&
      one.from === first!.from &&
      one.until === first!.until;
    return there.every(isSame) ? undefined : 'a teacher in two classes';
  }
  const taken = sum(there);
  if (taken > house.capacities.get(resourceId)!) return `${taken} places taken`;
  for (const { id, capacity } of house.services) {
    const forService = sum(there.filter(({ serviceId }) => serviceId === id));
    if (resourceId !== house.projectorId && forService > capacity) return `${forService} at one service`;
  }
  return undefined;
}

function sum(claims: Claim[]): number {
  return claims.reduce((total, { quantity }) => total + quantity, 0);
}

/** Everything that the database says is taken just now, in one look, and what does not go with the bookings it has. */
export async function readClaims(
  world: World,
  organizationId: string,
): Promise<{ claims: Claim[]; loose: string[] }> {
  return world.parts.db.root(async (tx) => {
    const [row] = await run<{ claims: string; loose: string }>(
      tx,
      `with taken as (
         select o.*, coalesce(o.booking_id, o.hold_id) as taker from occupancies o
         where o.organization_id = ? and (o.expires_at is null or o.expires_at > ?)
       ), occupying as (
         select b.id from bookings b where b.organization_id = ? and b.deleted_at is null and b.status in ('scheduled',
           'confirmed', 'reminder_sent', 'waiting_room', 'checked_in', 'active', 'in_progress')
       )
       select (select coalesce(json_agg(json_build_object('taker', taker, 'resourceId', resource_id,
           'serviceId', service_id, 'placeId', place_id, 'quantity', quantity,
           'takes', case when is_whole then 'all' when resource_type = 'staff' then 'class' else 'some' end,
           'from', extract(epoch from starts_at) * 1000, 'until', extract(epoch from ends_at) * 1000)), '[]')
         from taken)::text as claims,
         (select coalesce(json_agg(id), '[]') from (
           select id from occupying except select booking_id from taken
           union (select booking_id from taken where booking_id is not null except select id from occupying)
         ) different)::text as loose`,
      organizationId,
      world.clock.now(),
      organizationId,
    );
    return { claims: JSON.parse(row!.claims), loose: JSON.parse(row!.loose) };
  });
}
