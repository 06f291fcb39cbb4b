// A customer parameter definition as the Admin API shows it.
import { type Static, Type } from 'typebox';
import {
  type CustomerParameter,
  parameterTypes,
  systemParameters,
} from '#core/customer-parameters/customer-parameter.ts';

/** A definition. */
export const customerParameterShape = Type.Object(
  {
    id: Type.String({ description: 'Record id, or the field’s name when it is built in.' }),
    key: Type.String({ description: 'Stable name for programs.' }),
    name: Type.String({ description: 'What people see.' }),
    description: Type.Optional(Type.String({ description: 'What it is for.' })),
    type: Type.Enum([...parameterTypes], { description: 'What a value can be.' }),
    options: Type.Array(
      Type.Object({
        value: Type.String({ description: 'What is stored.' }),
        label: Type.String({ description: 'What people see.' }),
      }),
      { description: 'The choices of a `select` or `multi_select`.' },
    ),
    required: Type.Boolean({ description: 'Whether a form must ask for it.' }),
    system: Type.Boolean({ description: 'Whether it is a built-in field.' }),
    customerVisible: Type.Boolean({ description: 'Whether the customer sees it.' }),
    customerEditable: Type.Boolean({ description: 'Whether the customer may change it.' }),
    defaultValue: Type.Optional(
      Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())], {
        description: 'What a form starts with.',
      }),
    ),
    validation: Type.Object(
      {
        min: Type.Optional(Type.Number({ description: 'The least a number may be.' })),
        max: Type.Optional(Type.Number({ description: 'The most a number may be.' })),
        maxLength: Type.Optional(Type.Integer({ description: 'The most characters a text may have.' })),
        pattern: Type.Optional(
          Type.String({ description: 'A regular expression that the whole text must match.' }),
        ),
      },
      { description: 'Bounds of a value; which ones apply depends on the type.' },
    ),
    group: Type.Optional(Type.String({ description: 'Heading it stands under in a form.' })),
    order: Type.Integer({ description: 'Place among the others.' }),
    archived: Type.Boolean({ description: 'Whether it is out of use.' }),
  },
  { title: 'CustomerParameter' },
);

/** What `customerParameterShape` describes. */
export function customerParameterView(parameter: CustomerParameter): Static<typeof customerParameterShape> {
  return {
    id: parameter.id,
    key: parameter.key,
    name: parameter.name,
    description: parameter.description,
    type: parameter.type,
    options: parameter.options,
    required: parameter.required,
    system: parameter.system,
    customerVisible: parameter.customerVisible,
    customerEditable: parameter.customerEditable,
    defaultValue: parameter.defaultValue,
    validation: parameter.validation,
    group: parameter.group,
    order: parameter.order,
    archived: parameter.archived,
  };
}

/** The built-in definitions, and one of an organization's own. */
export const customerParameterExamples = [
  ...systemParameters.map(customerParameterView),
  customerParameterView({
    id: '019d3e41-e88e-7c40-8d2f-91a7e5b60c24',
    key: 'preferredDesk',
    name: 'Preferred desk',
    description: undefined,
    type: 'select',
    options: [
      { value: 'window', label: 'By the window' },
      { value: 'quiet', label: 'Quiet room' },
    ],
    required: false,
    system: false,
    customerVisible: true,
    customerEditable: true,
    defaultValue: undefined,
    validation: {},
    group: 'Work',
    order: 20,
    archived: false,
  }),
].map(withoutGaps);

/** An answer leaves out what has no value. */
function withoutGaps<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
