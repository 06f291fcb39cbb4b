// The record of a piece of equipment, what may be said about one, and its bounds.
import { externalIdLengthMax, type PlaceStatus, placeNameLengthMax } from '#core/places/location.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedOptionalText, checkedText, checkedWhole } from '#kit/field-checks.ts';

/** How many pieces there can be of one kind of equipment (G-041). */
export const equipmentQuantity = { min: 1, max: 1_000 } as const;

/** Equipment of one kind at a location, of which bookings use some: projectors, rackets. Bookings call it resource. */
export interface EquipmentItem {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  /** Where it is; never another. */
  locationId: string;
  name: string;
  /** How many pieces there are. */
  quantity: number;
  status: PlaceStatus;
  /** Id in a system of the caller's. */
  externalId: string | undefined;
  /** Counts the changes, from 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Fields to set; what is left out stays. An empty text clears. */
export interface EquipmentChanges {
  name?: string | undefined;
  quantity?: number | undefined;
  status?: PlaceStatus | undefined;
  externalId?: string | undefined;
}

/** The record with the changes applied. What is wrong is added to `problems`, and the result is then of no use. */
export function withEquipmentChanges(
  item: EquipmentItem,
  changes: EquipmentChanges,
  problems: FaultDetail[],
): EquipmentItem {
  const next = { ...item };
  const { name, quantity, status, externalId } = changes;
  if (name !== undefined) next.name = checkedText('name', name, placeNameLengthMax, problems);
  if (quantity !== undefined) next.quantity = checkedWhole('quantity', quantity, equipmentQuantity, problems);
  if (externalId !== undefined) {
    next.externalId = checkedOptionalText('externalId', externalId, externalIdLengthMax, problems);
  }
  next.status = status ?? item.status;
  return next;
}
