// A location as it is sent and shown.
import { type Static, Type } from 'typebox';
import { addressPartLengthMax, addressParts } from '#core/contacts/postal-address.ts';
import {
  externalIdLengthMax,
  type Location,
  placeNameLengthMax,
  placeStatuses,
} from '#core/places/location.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { idField, keptFields, keptView, versionField } from '#http/admin-api/kept-record-routes.ts';
import {
  locationChangeExample,
  locationExample,
  newLocationExample,
} from '#http/admin-api/places/place-examples.ts';

/** Whether a place is booked, in bodies, queries and answers. */
export const placeStatusShape = Type.Enum([...placeStatuses], {
  description: 'Whether it can be booked anew.',
});
/** An id in a system of the caller's, in bodies. */
export const externalIdShape = Type.Optional(
  Type.String({ maxLength: externalIdLengthMax, description: 'Its id in a system of yours.' }),
);
/** A name in bodies. */
export const placeNameShape = Type.String({
  minLength: 1,
  maxLength: placeNameLengthMax,
  description: 'What people call it; need not be unique.',
});

const partDescriptions: Record<(typeof addressParts)[number], string> = {
  line1: 'Street and number.',
  line2: 'Whatever else finds the door.',
  city: 'Town.',
  region: 'State, county or province.',
  postalCode: 'Postal code.',
  country: 'Two-letter country code (ISO 3166-1).',
};
const addressFields = Object.fromEntries(
  addressParts.map((part) => [
    part,
    Type.Optional(Type.String({ maxLength: addressPartLengthMax, description: partDescriptions[part] })),
  ]),
) as Record<(typeof addressParts)[number], ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>>;

const changeable = {
  timezone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'IANA zone name; the organization’s, unless given.',
    }),
  ),
  address: Type.Optional(strict(addressFields, { description: 'The whole address.' })),
  phone: Type.Optional(Type.String({ maxLength: 100, description: 'A phone number.' })),
  email: Type.Optional(Type.String({ maxLength: 320, description: 'An email address.' })),
  status: Type.Optional(placeStatusShape),
  externalId: externalIdShape,
};

/** The body of POST /locations. */
export const createLocationBody = strict(
  { name: placeNameShape, ...changeable },
  { examples: [newLocationExample] },
);
/** The body of PATCH /locations/{locationId}. */
export const updateLocationBody = strict(
  { name: Type.Optional(placeNameShape), ...changeable, version: versionField },
  { examples: [locationChangeExample] },
);

/** A location. */
export const locationShape = Type.Object(
  {
    id: idField,
    name: Type.String({ description: 'What people call it.' }),
    timezone: Type.String({ description: 'IANA zone name; opening hours and bookings are meant in it.' }),
    address: Type.Object(addressFields, { description: 'Where it stands; parts may be missing.' }),
    phone: Type.Optional(Type.String({ description: 'With country code, like `+4940123456`.' })),
    email: Type.Optional(Type.String({ description: 'In lower case.' })),
    status: placeStatusShape,
    externalId: Type.Optional(Type.String({ description: 'Its id in a system of yours.' })),
    ...keptFields,
  },
  { title: 'Location', examples: [locationExample] },
);

/** A location as the Admin API shows it. */
export function locationView(location: Location): Static<typeof locationShape> {
  return {
    id: location.id,
    name: location.name,
    timezone: location.timeZone,
    address: location.address,
    phone: location.phone,
    email: location.email,
    status: location.status,
    externalId: location.externalId,
    ...keptView(location),
  };
}
