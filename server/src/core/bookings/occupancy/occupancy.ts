// What bookings and holds take of rooms, staff, equipment and services, and whether something is free: pure rules over
// what the database counts. How it is counted and taken so that no place goes twice: docs/decisions/0012.
import type { Sublocation } from '#core/places/sublocation.ts';
import type { Service } from '#core/services/service.ts';

/** What can be taken. */
export const resourceTypes = ['sublocation', 'staff', 'equipment', 'service'] as const;

/** One of `resourceTypes`. */
export type ResourceType = (typeof resourceTypes)[number];

/** What a booking would take of one resource. */
export interface Need {
  resourceType: ResourceType;
  resourceId: string;
  /** How many of its places. */
  quantity: number;
  /** Whether it must have the resource for itself. */
  isWhole: boolean;
  /** Whether it can be had together with others who come to the same: service, time and place. */
  isSession: boolean;
  /** How many places the resource had when the wish was made. */
  capacity: number;
  /** How many of them all bookings of the same service may have together; `undefined` without such a bound. */
  serviceCapacity: number | undefined;
}

/** Needs of which one must be met: a booking takes the first that is free. */
export type Choice = Need[];

/** What somebody wants to take, and when: one of each choice. */
export interface Wish {
  serviceId: string;
  /** With the buffer before. */
  from: Date;
  /** With the buffer after. */
  until: Date;
  choices: Choice[];
}

/** The most that is taken of a resource at any one moment of a time. What is taken whole counts as more than any capacity. */
export interface Peak {
  taken: number;
  /** Of that, for the same service. */
  takenForService: number;
  /** How many places the resource has at the moment of counting, if it is one that has places. */
  capacity: number | undefined;
  /** The place in which all that is taken is for the same service at exactly the same time; `undefined` otherwise. */
  sessionPlaceId: string | undefined;
}

/** What is taken, ready to be stored. */
export interface Taking extends Need {
  /** Whether it was taken by somebody else, and staff took it all the same. */
  isOverride: boolean;
}

/** What a resource that is taken whole counts as: more than any capacity. */
export const wholeQuantity = 1_000_000;

/** Whether there is room for a need beside what is taken. `placeId` is the place that was chosen. */
export function fits(need: Need, peak: Peak, placeId: string): boolean {
  const { taken, takenForService, capacity = need.capacity, sessionPlaceId } = peak;
  if (need.isWhole) return taken === 0;
  if (need.isSession) return taken === 0 || sessionPlaceId === placeId;
  const { quantity, serviceCapacity = capacity } = need;
  return taken + quantity <= capacity && takenForService + quantity <= serviceCapacity;
}

/**
 * What is taken: the first free place, with the first free need of each other choice; `undefined` when no place goes
 * with all of them. The first choice is the place. With `allowsOverlap` it is then the first of each choice, taken or
 * not.
 */
export function chooseFree(
  choices: Choice[],
  peaks: Map<string, Peak>,
  allowsOverlap: boolean,
): Taking[] | undefined {
  const [places = [], ...others] = choices;
  for (const place of places) {
    const free = [[place], ...others].map((choice) =>
      choice.find((need) => fits(need, peaks.get(need.resourceId) ?? nothing, place.resourceId)),
    );
    if (free.every((need) => need !== undefined)) return free.map((need) => ({ ...need, isOverride: false }));
  }
  return allowsOverlap ? firstOfEach(choices, peaks) : undefined;
}

function firstOfEach(choices: Choice[], peaks: Map<string, Peak>): Taking[] {
  const placeId = choices[0]?.[0]?.resourceId ?? '';
  return choices.flatMap((choice) => {
    const isFree = (need: Need) => fits(need, peaks.get(need.resourceId) ?? nothing, placeId);
    const need = choice.find(isFree) ?? choice[0];
    return need ? [{ ...need, isOverride: !isFree(need) }] : [];
  });
}

const nothing: Peak = { taken: 0, takenForService: 0, capacity: undefined, sessionPlaceId: undefined };

/** What a booking takes of a sublocation: all of it, or a place for each attendee. */
export function needOfSublocation(
  service: Pick<Service, 'capacity' | 'capacityMode'>,
  sublocation: Pick<Sublocation, 'id' | 'capacity'>,
  attendeeCount: number,
): Need {
  const isWhole = service.capacityMode === 'exclusive';
  return {
    resourceType: 'sublocation',
    resourceId: sublocation.id,
    quantity: isWhole ? sublocation.capacity : attendeeCount,
    isWhole,
    isSession: false,
    capacity: sublocation.capacity,
    serviceCapacity: service.capacity,
  };
}

/** What a booking takes of a service that takes place without a sublocation. */
export function needOfService(
  service: Pick<Service, 'id' | 'capacity' | 'capacityMode'>,
  attendeeCount: number,
): Need {
  const isWhole = service.capacityMode === 'exclusive';
  return {
    resourceType: 'service',
    resourceId: service.id,
    quantity: isWhole ? service.capacity : attendeeCount,
    isWhole,
    isSession: false,
    capacity: service.capacity,
    serviceCapacity: undefined,
  };
}

/**
 * What a booking takes of somebody's time: all of it. Who comes to a class shares its teacher with the others who come
 * to it.
 */
export function needOfStaff({ capacityMode }: Pick<Service, 'capacityMode'>, staffId: string): Need {
  const isSession = capacityMode === 'shared';
  return { ...noNeed, resourceType: 'staff', resourceId: staffId, isWhole: !isSession, isSession };
}

/** What a booking takes of a kind of equipment of which there are `available` pieces. */
export function needOfEquipment(equipmentId: string, quantity: number, available: number): Need {
  return { ...noNeed, resourceType: 'equipment', resourceId: equipmentId, quantity, capacity: available };
}

const noNeed = { quantity: 1, isWhole: false, isSession: false, capacity: 1, serviceCapacity: undefined };
