// A sublocation as it is sent and shown.
import { type Static, Type } from 'typebox';
import { kindLengthMax, type Sublocation, sublocationCapacity } from '#core/places/sublocation.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { idField, keptFields, keptView, versionField } from '#http/admin-api/kept-record-routes.ts';
import { externalIdShape, placeNameShape, placeStatusShape } from '#http/admin-api/places/location-view.ts';
import {
  newSublocationExample,
  sublocationChangeExample,
  sublocationExample,
} from '#http/admin-api/places/place-examples.ts';

const changeable = {
  kind: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: kindLengthMax,
      description: '`room`, `desk`, `court` or a word of yours; `room`, unless given.',
    }),
  ),
  capacity: Type.Optional(
    Type.Integer({
      minimum: sublocationCapacity.min,
      maximum: sublocationCapacity.max,
      description: 'How many places it has at once; 1, unless given.',
    }),
  ),
  status: Type.Optional(placeStatusShape),
  externalId: externalIdShape,
};

/** The body of POST /sublocations. */
export const createSublocationBody = strict(
  {
    locationId: Type.String({
      maxLength: 64,
      description: 'Where it is, for good: record id of a location.',
    }),
    name: placeNameShape,
    ...changeable,
  },
  { examples: [newSublocationExample] },
);
/** The body of PATCH /sublocations/{sublocationId}. */
export const updateSublocationBody = strict(
  { name: Type.Optional(placeNameShape), ...changeable, version: versionField },
  { examples: [sublocationChangeExample] },
);

/** A sublocation. */
export const sublocationShape = Type.Object(
  {
    id: idField,
    locationId: Type.String({ description: 'Where it is.' }),
    name: Type.String({ description: 'What people call it.' }),
    kind: Type.String({ description: '`room`, `desk`, `court` or another word.' }),
    capacity: Type.Integer({ description: 'How many places it has at once.' }),
    status: placeStatusShape,
    externalId: Type.Optional(Type.String({ description: 'Its id in a system of yours.' })),
    ...keptFields,
  },
  { title: 'Sublocation', examples: [sublocationExample] },
);

/** A sublocation as the Admin API shows it. */
export function sublocationView(sublocation: Sublocation): Static<typeof sublocationShape> {
  return {
    id: sublocation.id,
    locationId: sublocation.locationId,
    name: sublocation.name,
    kind: sublocation.kind,
    capacity: sublocation.capacity,
    status: sublocation.status,
    externalId: sublocation.externalId,
    ...keptView(sublocation),
  };
}
