// What enquiries are sorted by, as it is sent and shown. Source: Spec, C, GET /metadata/enquiries (G-102).
import { type Static, Type } from 'typebox';
import { parameterTypes } from '#core/customer-parameters/customer-parameter.ts';
import { enquiryPriorities } from '#core/enquiries/enquiry.ts';
import type { EnquiryMetadata } from '#core/enquiries/settings/enquiry-metadata.ts';
import {
  type EnquirySettings,
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
const order = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 100_000,
    description: 'Place among the others; the place in the list unless sent.',
  }),
);
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
  validation: Type.Optional(
    strict(
      {
        min: Type.Optional(Type.Number({ description: 'The least a number may be.' })),
        max: Type.Optional(Type.Number({ description: 'The most a number may be.' })),
        maxLength: Type.Optional(
          Type.Integer({ minimum: 1, description: 'The most characters a text may have.' }),
        ),
        pattern: Type.Optional(
          Type.String({
            maxLength: 200,
            description: 'A regular expression that the whole text must match.',
          }),
        ),
      },
      { description: 'Bounds of a value; which ones apply depends on the type.' },
    ),
  ),
  group: Type.Optional(Type.String({ maxLength: 100, description: 'Heading it stands under in a form.' })),
  order,
  customerVisible: Type.Optional(flag('Kept for programs that show fields to customers; true unless sent.')),
  customerEditable: Type.Optional(flag('Kept like `customerVisible`; false unless sent.')),
  archived: Type.Optional(flag('Whether it is out of use: its values are kept, and new ones refused.')),
  id: Type.Optional(key('Its key, as the list shows it.')),
  system: Type.Optional(Type.Literal(false, { description: 'None of these fields is built in.' })),
});

const staffEntry = Type.Object({
  id: Type.String({ description: 'Record id.' }),
  name: Type.String({ description: 'Their name.' }),
});
const sentStaffEntry = strict({
  id: Type.String({ maxLength: 64, description: 'Record id.' }),
  name: Type.String({ maxLength: 500, description: 'Their name.' }),
});

/** The body of PUT /metadata/enquiries: what GET shows, or the part of it that is to change. */
export const enquirySettingsBody = Type.Partial(
  strict({
    statuses: Type.Array(
      strict({
        key: key('Stable name for programs.'),
        label: label('What people see.'),
        customerLabel: Type.Optional(label('What customers see; the label unless sent.')),
        category,
        color,
        order,
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
    priorities: Type.Unsafe<string[]>({
      type: 'array',
      items: { type: 'string', maxLength: 64 },
      maxItems: enquiryPriorities.length,
      const: [...enquiryPriorities],
      description: 'As the answer shows them: they are the same everywhere.',
    }),
    staff: Type.Array(sentStaffEntry, {
      maxItems: 500,
      description: 'As the answer shows them, so that it can be sent back: staff are changed with `/staff`.',
    }),
    version: Type.Integer({
      minimum: 1,
      description: 'The version you changed; refused if there is a newer one.',
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
    staff: Type.Array(staffEntry, { description: 'Who can answer, by name.' }),
    version: Type.Integer({
      description: 'Counts the changes; send it with a change to overwrite nobody’s.',
    }),
  },
  {
    title: 'EnquiryMetadata',
    examples: [withoutGaps(enquiryMetadataView({ settings: firstSettings, staff: [] }))],
  },
);

/** What `enquiryMetadataShape` describes. */
export function enquiryMetadataView({ settings, staff }: EnquiryMetadata) {
  return {
    ...enquirySettingsView(settings),
    priorities: [...enquiryPriorities],
    staff: staff.map(({ id, name }) => ({ id, name })),
  };
}

/** What an organization sorts its enquiries by: the part of the metadata that it can change. */
export function enquirySettingsView(settings: EnquirySettings) {
  const { statuses, types, categories, sources, lostReasons, customFields, version } = settings;
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
    customFields: customFields.map(customerParameterView),
    version,
  };
}

/** The metadata after `enquirySettingsBodyExample`. */
export const changedMetadataExample = withoutGaps(
  enquiryMetadataView({
    settings: { ...firstSettings, ...enquirySettingsBodyExample, version: 2 },
    staff: [],
  }),
);

/** The settings in it. */
export const changedSettingsExample = withoutGaps(
  enquirySettingsView({ ...firstSettings, ...enquirySettingsBodyExample, version: 2 }),
);

/** What is to change. */
export function settingsChangesOf(body: Static<typeof enquirySettingsBody>): SettingsChanges {
  const { statuses, types, categories, sources, lostReasons, customFields } = body;
  const sent = { types, categories, sources, lostReasons, customFields };
  return { ...sent, statuses: statuses as StatusInput[] | undefined };
}

/** An answer leaves out what has no value. */
function withoutGaps<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
