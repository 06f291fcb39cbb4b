// Where a booking is to take place, with whom and with what: what was asked for, checked against the service, becomes
// the choices that are then taken under lock. Pure.
import { bookingLimits } from '#core/bookings/booking.ts';
import {
  type Choice,
  needOfEquipment,
  needOfService,
  needOfStaff,
  needOfSublocation,
} from '#core/bookings/occupancy/occupancy.ts';
import type { Location } from '#core/places/location.ts';
import type { Sublocation } from '#core/places/sublocation.ts';
import type { ServiceForBooking } from '#core/services/service.ts';
import type { StaffMember } from '#core/staff/staff-member.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

/** What is asked for. */
export interface PlaceRequest {
  /** Needed when the service is held at several locations and no sublocation is named. */
  locationId?: string | undefined;
  /** Without one, the first free of the service's in the order of their names. */
  sublocationId?: string | undefined;
  /** Without any, the first free of the service's if it requires one. */
  staffIds?: string[] | undefined;
  /** Which of the service's equipment it uses; all of it at the location, when left out. */
  resourceIds?: string[] | undefined;
  /** For a booking that moves: of what it used, it goes on using what the service still has there. */
  usualResourceIds?: string[] | undefined;
  attendeeCount: number;
}

/** What could be taken: every candidate of each kind, the preferred ones first. */
export interface Candidates {
  location: Location | undefined;
  /** One of these, if the service takes place in any. */
  sublocations: Sublocation[];
  /** One of each list. */
  staff: StaffMember[][];
  equipment: ServiceForBooking['equipment'];
}

/** The candidates for a request. What is wrong is added to `problems`, and the result is then of no use. */
export function candidatesFor(
  bookable: ServiceForBooking,
  request: PlaceRequest,
  problems: FaultDetail[],
): Candidates {
  const sublocations = sublocationsFor(bookable, request, problems);
  const locationId = sublocations[0]?.locationId ?? bookable.service.locationId;
  const location = locationId === undefined ? undefined : bookable.locations.get(locationId);
  return {
    location,
    sublocations: sublocationsWithRoom(bookable, sublocations, request.attendeeCount, problems),
    staff: staffFor(bookable, request.staffIds, problems),
    equipment: equipmentFor(bookable, locationId, request, problems),
  };
}

/** The candidates as choices of what to take. */
export function choicesOf(
  { service }: ServiceForBooking,
  candidates: Candidates,
  attendeeCount: number,
): Choice[] {
  const { sublocations, staff, equipment } = candidates;
  const place =
    service.sublocationIds.length === 0
      ? [needOfService(service, attendeeCount)]
      : sublocations.map((sublocation) => needOfSublocation(service, sublocation, attendeeCount));
  return [
    place,
    ...staff.map((people) => people.map(({ id }) => needOfStaff(service, id))),
    ...equipment.map(({ item, uses }) => [needOfEquipment(item.id, uses, item.quantity)]),
  ];
}

function sublocationsFor(
  { service, sublocations, locations }: ServiceForBooking,
  { locationId, sublocationId }: PlaceRequest,
  problems: FaultDetail[],
): Sublocation[] {
  const refuse = (...wrong: Parameters<typeof problem>) => {
    problems.push(problem(...wrong));
    return [];
  };
  if (service.sublocationIds.length === 0) {
    if (sublocationId !== undefined)
      return refuse('sublocationId', 'is not for this service, which takes place without one.');
    if (locationId !== undefined && locationId !== service.locationId)
      return refuse('locationId', 'is not where this service takes place.');
    if (service.locationId !== undefined && !locations.has(service.locationId))
      return refuse('serviceId', 'takes place at a location that is no longer in use.');
    return [];
  }
  const there = sublocations.filter(
    (one) => (sublocationId ?? one.id) === one.id && (locationId ?? one.locationId) === one.locationId,
  );
  if (there.length === 0) {
    if (sublocationId !== undefined) return refuse('sublocationId', 'is no place in use of this service.');
    if (locationId !== undefined) return refuse('locationId', 'has no place in use of this service.');
    return refuse('serviceId', 'has no place in use.');
  }
  if (there.some((one) => one.locationId !== there[0]!.locationId))
    return refuse('locationId', 'is needed: the service is held at several.', 'missing_field');
  return there;
}

// A larger group than a place can ever hold is the caller's mistake, not a place that is taken.
function sublocationsWithRoom(
  { service }: ServiceForBooking,
  sublocations: Sublocation[],
  attendeeCount: number,
  problems: FaultDetail[],
): Sublocation[] {
  const roomIn = ({ capacity }: Sublocation) => Math.min(capacity, service.capacity);
  const most =
    service.sublocationIds.length === 0 ? service.capacity : Math.max(0, ...sublocations.map(roomIn));
  if (attendeeCount > most && problems.length === 0) {
    problems.push(problem('attendeeCount', `must be at most ${most} here.`));
  }
  return sublocations.filter((sublocation) => attendeeCount <= roomIn(sublocation));
}

function staffFor(
  { service, staff }: ServiceForBooking,
  staffIds: string[] | undefined,
  problems: FaultDetail[],
): StaffMember[][] {
  if (staffIds && staffIds.length > 0) {
    return staffIds.map((id, place) => {
      const path = `staffIds[${place}]`;
      const person = staff.find((one) => one.id === id);
      if (!person) problems.push(problem(path, 'is nobody who can hold this service now.'));
      if (staffIds.indexOf(id) < place) problems.push(problem(path, 'is in the list twice.'));
      return person ? [person] : [];
    });
  }
  if (!service.requiresStaff) return [];
  if (staff.length === 0)
    problems.push(problem('serviceId', 'needs staff, and nobody who can hold it is active.'));
  return [staff];
}

function equipmentFor(
  { equipment }: ServiceForBooking,
  locationId: string | undefined,
  { resourceIds, usualResourceIds }: PlaceRequest,
  problems: FaultDetail[],
): ServiceForBooking['equipment'] {
  const there = equipment.filter(({ item }) => item.locationId === locationId);
  for (const [place, id] of (resourceIds ?? []).entries()) {
    const path = `resourceIds[${place}]`;
    if (!there.some(({ item }) => item.id === id))
      problems.push(problem(path, 'is no equipment of this service there.'));
    if (resourceIds!.indexOf(id) < place) problems.push(problem(path, 'is in the list twice.'));
  }
  if ((resourceIds?.length ?? 0) > bookingLimits.resourcesMax)
    problems.push(problem('resourceIds', `must have at most ${bookingLimits.resourcesMax} entries.`));
  const wanted = resourceIds ?? usualResourceIds;
  return wanted ? there.filter(({ item }) => wanted.includes(item.id)) : there;
}
