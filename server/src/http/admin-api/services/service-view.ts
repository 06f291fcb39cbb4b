// A service as it is sent and shown.
import { type Static, Type } from 'typebox';
import {
  capacityModes,
  type Service,
  serviceBounds,
  serviceDescriptionLengthMax,
  serviceExternalIdLengthMax,
  serviceNameLengthMax,
  serviceResourcesMax,
  serviceStatuses,
  taxSettings,
} from '#core/services/service.ts';
import { amountsOf } from '#core/services/service-changes.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { idField, keptFields, keptView, versionField } from '#http/admin-api/kept-record-routes.ts';
import {
  newServiceExample,
  serviceChangeExample,
  serviceExample,
} from '#http/admin-api/places/place-examples.ts';

type Bounded = keyof typeof serviceBounds;

/** Whether a service is on offer, in bodies, queries and answers. */
export const serviceStatusShape = Type.Enum([...serviceStatuses], {
  description: 'Whether it can be booked anew.',
});

const wholes: Record<Bounded, string> = {
  durationMinutes: 'How long one booking lasts.',
  bufferBeforeMinutes: 'Kept free before each booking.',
  bufferAfterMinutes: 'Kept free after each booking.',
  intervalMinutes: 'Distance between the times a booking can start at; the duration, unless given.',
  capacity: 'The most attendees at once, in one sublocation.',
  minimumNoticeMinutes: 'How long before its start a booking must be made.',
  horizonDays: 'How many days ahead it can be booked; 365, unless given.',
  cancelNoticeMinutes: 'How long before the start customers can cancel for nothing.',
  rescheduleNoticeMinutes: 'How long before the start customers can move a booking.',
  noShowGraceMinutes: 'How long after the start somebody is late and not yet missing; 15, unless given.',
};
const switches = {
  requiresStaff: 'Whether each booking needs one of `staffIds`.',
  requiresApproval: 'Whether staff must confirm each booking.',
  qrCodeTicketsEnabled: 'Whether bookings have tickets with a code to scan; they have, unless given.',
  walletTicketsEnabled: 'Whether bookings have wallet cards.',
};
const amounts = {
  price: 'Price of one booking, in the service’s currency.',
  lateCancelFee: 'What a cancellation later than `cancelNoticeMinutes` costs.',
};
const words = {
  description: 'What customers are told about it.',
  categoryId: 'The heading it stands under.',
  locationId: 'Where a service without sublocations takes place; without it, nowhere in particular.',
  sublocationIds:
    'Where it can be held: a booking takes one of these. Without any, the service itself is what fills up.',
  staffIds: 'Who can hold it.',
  equipment: 'What each booking uses, as far as it is at the booking’s location.',
  capacityMode: '`exclusive`: a booking has its place for itself; `shared`: bookings share its places.',
  currency: 'ISO 4217; the organization’s, unless given. With another one, send the amounts too.',
  taxRate: 'Percent, with at most four digits after the point.',
  taxSetting: '`inclusive`: the price contains the tax; `exclusive`: it is added.',
};

/** The same kind of shape for each name of a list, typed by the names. */
function each<Name extends string, Shape>(
  named: Record<Name, string>,
  shape: (description: string, name: Name) => Shape,
): Record<Name, Shape> {
  const names = Object.keys(named) as Name[];
  return Object.fromEntries(names.map((name) => [name, shape(named[name], name)])) as Record<Name, Shape>;
}

const idShape = (description: string) => Type.String({ maxLength: 64, description });
const idsShape = (description: string) =>
  Type.Array(idShape('A record id.'), { maxItems: serviceResourcesMax, description });
const modeShape = Type.Enum([...capacityModes], { description: words.capacityMode });
const taxSettingShape = Type.Enum([...taxSettings], { description: words.taxSetting });
const nameShape = Type.String({
  minLength: 1,
  maxLength: serviceNameLengthMax,
  description: 'What people call it; need not be unique.',
});
const wholeShape = (description: string, name: Bounded) =>
  Type.Integer({ minimum: serviceBounds[name].min, maximum: serviceBounds[name].max, description });
const changeable = {
  ...each(wholes, (description, name) => Type.Optional(wholeShape(description, name))),
  ...each(switches, (description) => Type.Optional(Type.Boolean({ description }))),
  ...each(amounts, (description) => Type.Optional(Type.Number({ minimum: 0, description }))),
  description: Type.Optional(
    Type.String({ maxLength: serviceDescriptionLengthMax, description: words.description }),
  ),
  categoryId: Type.Optional(idShape(words.categoryId)),
  locationId: Type.Optional(idShape(words.locationId)),
  sublocationIds: Type.Optional(idsShape(words.sublocationIds)),
  staffIds: Type.Optional(idsShape(words.staffIds)),
  equipment: Type.Optional(
    Type.Array(
      strict({
        equipmentId: idShape('Record id of the equipment.'),
        quantity: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many pieces; 1, unless given.' }),
        ),
      }),
      { maxItems: serviceResourcesMax, description: words.equipment },
    ),
  ),
  capacityMode: Type.Optional(modeShape),
  currency: Type.Optional(Type.String({ minLength: 3, maxLength: 3, description: words.currency })),
  taxRate: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: words.taxRate })),
  taxSetting: Type.Optional(taxSettingShape),
  status: Type.Optional(serviceStatusShape),
  externalId: Type.Optional(
    Type.String({ maxLength: serviceExternalIdLengthMax, description: 'Its id in a system of yours.' }),
  ),
};

/** The body of POST /services. */
export const createServiceBody = strict(
  {
    ...changeable,
    name: nameShape,
    durationMinutes: wholeShape(wholes.durationMinutes, 'durationMinutes'),
  },
  { examples: [newServiceExample] },
);
/** The body of PATCH /services/{serviceId}. */
export const updateServiceBody = strict(
  { name: Type.Optional(nameShape), ...changeable, version: versionField },
  { examples: [serviceChangeExample] },
);

/** A service. */
export const serviceShape = Type.Object(
  {
    id: idField,
    name: Type.String({ description: 'What people call it.' }),
    description: Type.Optional(Type.String({ description: words.description })),
    categoryId: Type.Optional(Type.String({ description: words.categoryId })),
    categoryName: Type.Optional(Type.String({ description: 'The name of that heading.' })),
    locationId: Type.Optional(Type.String({ description: words.locationId })),
    sublocationIds: Type.Array(Type.String(), { description: words.sublocationIds }),
    staffIds: Type.Array(Type.String(), { description: words.staffIds }),
    equipment: Type.Array(
      Type.Object({
        equipmentId: Type.String({ description: 'Record id of the equipment.' }),
        quantity: Type.Integer({ description: 'How many pieces.' }),
      }),
      { description: words.equipment },
    ),
    ...each(wholes, (description) => Type.Integer({ description })),
    capacityMode: modeShape,
    ...each(amounts, (description) => Type.Number({ description })),
    currency: Type.String({ description: 'ISO 4217.' }),
    taxRate: Type.Number({ description: 'Percent.' }),
    taxSetting: taxSettingShape,
    ...each(switches, (description) => Type.Boolean({ description })),
    status: serviceStatusShape,
    externalId: Type.Optional(Type.String({ description: 'Its id in a system of yours.' })),
    ...keptFields,
  },
  { title: 'Service', examples: [serviceExample] },
);

/** A service as the Admin API shows it. */
export function serviceView(service: Service): Static<typeof serviceShape> {
  return {
    id: service.id,
    name: service.name,
    description: service.description,
    categoryId: service.categoryId,
    categoryName: service.categoryName,
    locationId: service.locationId,
    sublocationIds: service.sublocationIds,
    staffIds: service.staffIds,
    equipment: service.equipment,
    durationMinutes: service.durationMinutes,
    bufferBeforeMinutes: service.bufferBeforeMinutes,
    bufferAfterMinutes: service.bufferAfterMinutes,
    intervalMinutes: service.intervalMinutes,
    capacity: service.capacity,
    capacityMode: service.capacityMode,
    ...amountsOf(service),
    currency: service.currency,
    taxRate: service.taxRate,
    taxSetting: service.taxSetting,
    minimumNoticeMinutes: service.minimumNoticeMinutes,
    horizonDays: service.horizonDays,
    cancelNoticeMinutes: service.cancelNoticeMinutes,
    rescheduleNoticeMinutes: service.rescheduleNoticeMinutes,
    noShowGraceMinutes: service.noShowGraceMinutes,
    requiresStaff: service.requiresStaff,
    requiresApproval: service.requiresApproval,
    qrCodeTicketsEnabled: service.qrCodeTicketsEnabled,
    walletTicketsEnabled: service.walletTicketsEnabled,
    status: service.status,
    externalId: service.externalId,
    ...keptView(service),
  };
}
