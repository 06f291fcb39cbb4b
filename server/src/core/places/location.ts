// The location record and what may be said about one.
import { checkedEmail, checkedPhone } from '#core/contacts/contact-fields.ts';
import { checkedPostalAddress, type PostalAddress } from '#core/contacts/postal-address.ts';
import { timeZoneNamed } from '#core/places/local-time.ts';
import { type Fault, type FaultDetail, invalidField } from '#kit/fault.ts';
import { checkedOptionalText, checkedText, problem } from '#kit/field-checks.ts';
import { isUuid } from '#kit/id.ts';

/** Whether a place can be booked. Source: G-040. */
export const placeStatuses = ['active', 'archived'] as const;
/** One of `placeStatuses`. */
export type PlaceStatus = (typeof placeStatuses)[number];

/** The most characters of a name (G-041). */
export const placeNameLengthMax = 200;
/** The most characters of an id in a system of the caller's (G-041). */
export const externalIdLengthMax = 128;

const noLocationHint = 'names no location; GET /locations lists them.';

/** A house in which an organization serves its customers. Its opening hours are its schedule. */
export interface Location {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  name: string;
  /** IANA zone name; wall times of bookings and opening hours are meant in it. */
  timeZone: string;
  address: PostalAddress;
  /** E.164. */
  phone: string | undefined;
  /** In normal form. */
  email: string | undefined;
  status: PlaceStatus;
  /** Id in a system of the caller's. */
  externalId: string | undefined;
  /** Counts the changes, from 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Fields to set; what is left out stays. An empty text clears. */
export interface LocationChanges {
  name?: string | undefined;
  timeZone?: string | undefined;
  /** The whole address. */
  address?: PostalAddress | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  status?: PlaceStatus | undefined;
  externalId?: string | undefined;
}

/** The record with the changes applied. What is wrong is added to `problems`, and the result is then of no use. */
export function withLocationChanges(
  location: Location,
  changes: LocationChanges,
  countryCode: string,
  problems: FaultDetail[],
): Location {
  const next = { ...location };
  const { name, timeZone, address, phone, email, status, externalId } = changes;
  if (name !== undefined) next.name = checkedText('name', name, placeNameLengthMax, problems);
  if (timeZone !== undefined) next.timeZone = checkedTimeZone(timeZone, problems);
  if (address !== undefined) next.address = checkedPostalAddress('address', address, problems);
  if (phone !== undefined) next.phone = checkedPhone('phone', phone, countryCode, problems);
  if (email !== undefined) next.email = checkedEmail('email', email, problems);
  if (externalId !== undefined) {
    next.externalId = checkedOptionalText('externalId', externalId, externalIdLengthMax, problems);
  }
  next.status = status ?? location.status;
  return next;
}

function checkedTimeZone(text: string, problems: FaultDetail[]): string {
  const timeZone = timeZoneNamed(text.trim());
  if (!timeZone) problems.push(problem('timezone', 'must be an IANA zone name, like Europe/Berlin.'));
  return timeZone ?? '';
}

/** The id of a location, or a problem for text that can't be one. */
export function checkedLocationId(id: string, problems: FaultDetail[]): string {
  if (!isUuid(id)) problems.push(problem('locationId', noLocationHint));
  return id.toLowerCase();
}

/** The error of a location that does not exist. */
export function noLocation(): Fault {
  return invalidField('locationId', noLocationHint);
}
