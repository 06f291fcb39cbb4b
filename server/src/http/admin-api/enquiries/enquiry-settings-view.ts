// What enquiries are sorted by, as it is sent and shown. Source: Spec, C, GET /metadata/enquiries (G-102).
import { type Static, Type } from 'typebox';
import { parameterTypes } from '#core/customer-parameters/customer-parameter.ts';
import { enquiryPriorities } from '#core/enquiries/enquiry.ts';
import type { EnquiryMetadata } from '#core/enquiries/settings/enquiry-metadata.ts';
import {
  firstSettings,
  labelLengthMax,
  settingsBounds,
  statusCategories,
} from '#core/enquiries/settings/enquiry-settings.ts';
import type { SettingsChanges, StatusInput } from '#core/enquiries/settings/settings-checks.ts';
import {
  customerParameterShape,
  customerParameterView,
} from '#http/admin-api/customers/customer-parameter-view.ts';
import { enquirySettingsBodyExample } from '#http/admin-api/enquiries/enquiry-examples.ts';
import { strict } from '#http/admin-api/envelope.ts';

const label = (description: string) => Type.String({ minLength: 1, maxLength: labelLengthMax, description });
const key = (description: string) => Type.String({ minLength: 1, maxLength: 64, description });
const category = Type.Enum([...statusCategories], {
  description: 'What it means to the program; fixed while enquiries have it.',
});
const flag = (description: string) => Type.Boolean({ description });
const color = Type.Optional(Type.String({ maxLength: 7, description: 'Colour, like #1d4ed8.' }));
const allowedTo = Type.Optional(
  Type.Array(key('A key.'), {
    maxItems: settingsBounds.statuses,
    description: 'Keys of the statuses that may follow; without a list, any.',
  }),
);
const words = {
  isDefault:
    'Whether it is the one that is meant where only the category is known: of `new`, for new enquiries.',
  isFinal: 'Whether no other status follows, and an answer of the customer begins a new enquiry.',
  requiresLostReason: 'Whether it needs a lostReason.',
  active: 'Whether enquiries can still get it.',
};
const names = (list: keyof typeof settingsBounds, description: string, maxLength = labelLengthMax) =>
  Type.Array(Type.String({ minLength: 1, maxLength, description: 'A name.' }), {
    maxItems: settingsBounds[list],
    description,
  });
const types = Type.Array(
  strict({ key: key('Stable name for programs.'), label: label('What people see.') }),
  { maxItems: settingsBounds.types, description: 'Types; the first is that of new enquiries.' },
);
const lists = {
  types,
  categories: names('categories', 'What they are sorted under; an empty list leaves it free.'),
  sources: names('sources', 'Where they come from, as a suggestion.', 64),
  lostReasons: names('lostReasons', 'Why nothing came of one; an empty list leaves it free.'),
};
const fieldBody = strict({
  key: key('Stable name for programs.'),
  name: label('What people see.'),
  description: Type.Optional(Type.String({ maxLength: 500, description: 'What it is for.' })),
  type: Type.Optional(
    Type.Enum([...parameterTypes], { description: 'What a value can be.', default: 'text' }),
  ),
  options: Type.Optional(
    Type.Array(
      strict({
        value: Type.String({ minLength: 1, maxLength: 200, description: 'What is stored.' }),
        label: label('What people see.'),
      }),
      { maxItems: 200, description: 'The choices of a `select` or `multi_select`.' },
    ),
  ),
  required: Type.Optional(flag('Whether a new enquiry must have a value.')),
  defaultValue: Type.Optional(
    Type.Union(
      [
        Type.String({ maxLength: 10_000 }),
        Type.Number(),
        Type.Boolean(),
        Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 }),
      ],
      { description: 'What it begins with.' },
    ),
  ),
  group: Type.Optional(Type.String({ maxLength: 100, description: 'Heading it stands under in a form.' })),
});

/** The body of PUT /metadata/enquiries. */
export const enquirySettingsBody = Type.Partial(
  strict({
    statuses: Type.Array(
      strict({
        key: key('Stable name for programs.'),
        label: label('What people see.'),
        customerLabel: Type.Optional(label('What customers see; the label unless sent.')),
        category,
        color,
        isDefault: Type.Optional(flag(words.isDefault)),
        isFinal: Type.Optional(flag(words.isFinal)),
        requiresLostReason: Type.Optional(flag(words.requiresLostReason)),
        active: Type.Optional(flag(words.active)),
        allowedTo,
      }),
      { minItems: 1, maxItems: settingsBounds.statuses, description: 'Statuses in their order.' },
    ),
    ...lists,
    customFields: Type.Array(fieldBody, {
      maxItems: settingsBounds.customFields,
      description: 'Fields of its own; without any, `customFields` takes any key.',
    }),
  }),
  { additionalProperties: false, examples: [enquirySettingsBodyExample] },
);

const statusShape = Type.Object(
  {
    key: Type.String({ description: 'Stable name for programs.' }),
    label: Type.String({ description: 'What people see.' }),
    customerLabel: Type.String({ description: 'What customers see.' }),
    category,
    color,
    order: Type.Integer({ description: 'Place among the others.' }),
    isDefault: flag(words.isDefault),
    isFinal: flag(words.isFinal),
    requiresLostReason: flag(words.requiresLostReason),
    active: flag(words.active),
    allowedTo,
  },
  { title: 'EnquiryStatus' },
);

/** What forms about enquiries choose from. */
export const enquiryMetadataShape = Type.Object(
  {
    statuses: Type.Array(statusShape, { description: 'Statuses in their order.' }),
    ...lists,
    priorities: Type.Array(Type.String(), { description: 'How soon an enquiry can want an answer.' }),
    customFields: Type.Array(customerParameterShape, { description: 'Fields of its own.' }),
    staff: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Record id.' }),
        name: Type.String({ description: 'Their name.' }),
      }),
      { description: 'Who can answer, by name.' },
    ),
  },
  {
    title: 'EnquiryMetadata',
    examples: [withoutGaps(enquiryMetadataView({ settings: firstSettings, staff: [] }))],
  },
);

/** What `enquiryMetadataShape` describes. */
export function enquiryMetadataView({ settings, staff }: EnquiryMetadata) {
  const { statuses, types, categories, sources, lostReasons, customFields } = settings;
  return {
    statuses: statuses.map((status, order) => ({
      key: status.key,
      label: status.label,
      customerLabel: status.customerLabel,
      category: status.category,
      color: status.color,
      order,
      isDefault: status.isDefault,
      isFinal: status.isFinal,
      requiresLostReason: status.requiresLostReason,
      active: status.active,
      allowedTo: status.allowedTo,
    })),
    types: types.map(({ key, label }) => ({ key, label })),
    categories,
    sources,
    lostReasons,
    priorities: [...enquiryPriorities],
    customFields: customFields.map(customerParameterView),
    staff: staff.map(({ id, name }) => ({ id, name })),
  };
}

/** The metadata after `enquirySettingsBodyExample`. */
export const changedMetadataExample = withoutGaps(
  enquiryMetadataView({ settings: { ...firstSettings, ...enquirySettingsBodyExample }, staff: [] }),
);

/** What is to change. */
export function settingsChangesOf(body: Static<typeof enquirySettingsBody>): SettingsChanges {
  const { statuses, ...rest } = body;
  return { ...rest, statuses: statuses as StatusInput[] | undefined };
}

/** An answer leaves out what has no value. */
function withoutGaps<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
