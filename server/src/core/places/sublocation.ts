// The sublocation record, what may be said about one, and its bounds.
import { externalIdLengthMax, type PlaceStatus, placeNameLengthMax } from '#core/places/location.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedOptionalText, checkedText, checkedWhole } from '#kit/field-checks.ts';

/** The most characters of a kind (G-041). */
export const kindLengthMax = 64;
/** How many places a sublocation can have at once (G-041). */
export const sublocationCapacity = { min: 1, max: 10_000 } as const;

/** A room, desk or court at a location: what bookings take. */
export interface Sublocation {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  /** Where it is; never another. */
  locationId: string;
  name: string;
  /** `room`, `desk`, `court` or another word. */
  kind: string;
  /** How many places it has at once. */
  capacity: number;
  status: PlaceStatus;
  /** Id in a system of the caller's. */
  externalId: string | undefined;
  /** Counts the changes, from 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Fields to set; what is left out stays. An empty text clears. */
export interface SublocationChanges {
  name?: string | undefined;
  kind?: string | undefined;
  capacity?: number | undefined;
  status?: PlaceStatus | undefined;
  externalId?: string | undefined;
}

/** The record with the changes applied. What is wrong is added to `problems`, and the result is then of no use. */
export function withSublocationChanges(
  sublocation: Sublocation,
  changes: SublocationChanges,
  problems: FaultDetail[],
): Sublocation {
  const next = { ...sublocation };
  const { name, kind, capacity, status, externalId } = changes;
  if (name !== undefined) next.name = checkedText('name', name, placeNameLengthMax, problems);
  if (kind !== undefined) next.kind = checkedText('kind', kind, kindLengthMax, problems);
  if (capacity !== undefined) {
    next.capacity = checkedWhole('capacity', capacity, sublocationCapacity, problems);
  }
  if (externalId !== undefined) {
    next.externalId = checkedOptionalText('externalId', externalId, externalIdLengthMax, problems);
  }
  next.status = status ?? sublocation.status;
  return next;
}
