// Equipment as it is sent and shown.
import { type Static, Type } from 'typebox';
import { type EquipmentItem, equipmentQuantity } from '#core/equipment/equipment-item.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { idField, keptFields, keptView, versionField } from '#http/admin-api/kept-record-routes.ts';
import { externalIdShape, placeNameShape, placeStatusShape } from '#http/admin-api/places/location-view.ts';
import {
  equipmentChangeExample,
  equipmentExample,
  newEquipmentExample,
} from '#http/admin-api/places/place-examples.ts';

const changeable = {
  quantity: Type.Optional(
    Type.Integer({
      minimum: equipmentQuantity.min,
      maximum: equipmentQuantity.max,
      description: 'How many pieces there are; 1, unless given.',
    }),
  ),
  status: Type.Optional(placeStatusShape),
  externalId: externalIdShape,
};

/** The body of POST /equipment. */
export const createEquipmentBody = strict(
  {
    locationId: Type.String({
      maxLength: 64,
      description: 'Where it is, for good: record id of a location.',
    }),
    name: placeNameShape,
    ...changeable,
  },
  { examples: [newEquipmentExample] },
);
/** The body of PATCH /equipment/{equipmentId}. */
export const updateEquipmentBody = strict(
  { name: Type.Optional(placeNameShape), ...changeable, version: versionField },
  { examples: [equipmentChangeExample] },
);

/** Equipment of one kind. */
export const equipmentShape = Type.Object(
  {
    id: idField,
    locationId: Type.String({ description: 'Where it is.' }),
    name: Type.String({ description: 'What people call it.' }),
    quantity: Type.Integer({ description: 'How many pieces there are.' }),
    status: placeStatusShape,
    externalId: Type.Optional(Type.String({ description: 'Its id in a system of yours.' })),
    ...keptFields,
  },
  { title: 'Equipment', examples: [equipmentExample] },
);

/** Equipment as the Admin API shows it. */
export function equipmentView(item: EquipmentItem): Static<typeof equipmentShape> {
  return {
    id: item.id,
    locationId: item.locationId,
    name: item.name,
    quantity: item.quantity,
    status: item.status,
    externalId: item.externalId,
    ...keptView(item),
  };
}
