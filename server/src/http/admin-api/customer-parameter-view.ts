// A customer parameter definition as the Admin API shows it.
import { type Static, Type } from 'typebox';
import { type CustomerParameter, parameterTypes } from '#core/customers/customer-parameter.ts';

/** A definition. */
export const customerParameterShape = Type.Object(
  {
    id: Type.String(),
    key: Type.String({ description: 'Stable name for programs.' }),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    type: Type.Enum([...parameterTypes]),
    options: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
    required: Type.Boolean(),
    system: Type.Boolean({ description: 'Whether it is a built-in field.' }),
    customerVisible: Type.Boolean(),
    customerEditable: Type.Boolean(),
    defaultValue: Type.Optional(
      Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
    ),
    validation: Type.Object({
      min: Type.Optional(Type.Number()),
      max: Type.Optional(Type.Number()),
      maxLength: Type.Optional(Type.Integer()),
      pattern: Type.Optional(Type.String()),
    }),
    group: Type.Optional(Type.String()),
    order: Type.Integer(),
    archived: Type.Boolean(),
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
