// A customer, and the user behind it, as the Customer API shows them. Source: Spec, Resources, Customer and User.
import { type Static, Type } from 'typebox';
import type { CustomerParameter } from '#core/customer-parameters/customer-parameter.ts';
import { type Customer, customerStatuses, primaryOf } from '#core/customers/customer.ts';
import { fileUrl } from '#core/files/file.ts';
import type { Scope } from '#core/scope.ts';
import { toDecimal } from '#kit/money.ts';

const milliseconds = (description: string) =>
  Type.Integer({ description: `${description}, in milliseconds since 1970.` });

/** One of the customer's email addresses. */
export const emailShape = Type.Object({
  address: Type.String({ description: 'The address.' }),
  isPrimary: Type.Boolean({ description: 'Whether it is the one to write to.' }),
  order: Type.Integer({ description: 'Its place in the list, from 0.' }),
});

const phoneShape = Type.Object({
  number: Type.String({ description: 'The number, as +4940123456.' }),
  isPrimary: Type.Boolean({ description: 'Whether it is the one to call.' }),
  order: Type.Integer({ description: 'Its place in the list, from 0.' }),
});

const parameterShape = Type.Object({
  id: Type.String({ description: 'Record id; the key of its value in parameterValues.' }),
  name: Type.String({ description: 'What people see.' }),
  type: Type.String({ description: 'What a value is: text, number, select, …' }),
  options: Type.Array(Type.Object({ value: Type.String(), label: Type.String() }), {
    description: 'The choices of a select.',
  }),
  required: Type.Boolean({ description: 'Whether forms ask for it.' }),
  editable: Type.Boolean({ description: 'Whether the customer may change it.' }),
});

/** The customer profile. */
export const customerShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    firstName: Type.Optional(Type.String({ description: 'Given name.' })),
    lastName: Type.Optional(Type.String({ description: 'Family name.' })),
    displayName: Type.Optional(Type.String({ description: 'Derived from the names whenever one changes.' })),
    customerNumber: Type.String({ description: 'The number people use.' }),
    email: Type.Optional(Type.String({ description: 'Primary email.' })),
    phone: Type.Optional(Type.String({ description: 'Primary phone.' })),
    profilePhoto: Type.Optional(Type.String({ description: 'Address of the picture.' })),
    status: Type.Enum([...customerStatuses], { description: 'Whether the profile is in use.' }),
    totalOrders: Type.Optional(Type.Integer({ description: 'How many orders were made.' })),
    totalSpent: Type.Optional(
      Type.Number({ description: 'What was spent, in the organization’s currency.' }),
    ),
    lifetimeValue: Type.Optional(Type.Number({ description: 'What was spent less refunds.' })),
    createdAt: Type.Optional(milliseconds('When the profile was made')),
    firstActiveAt: Type.Optional(milliseconds('When the customer first did something themselves')),
    emails: Type.Array(emailShape, { description: 'All addresses, at most 5.' }),
    phones: Type.Array(phoneShape, { description: 'All numbers.' }),
    parameters: Type.Array(parameterShape, { description: 'What else the organization wants to know.' }),
    parameterValues: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
      { description: 'What it knows of that, by parameter id.' },
    ),
  },
  {
    title: 'Customer',
    examples: [
      {
        id: '019d3dc2-51a0-7c3e-9d0b-2f6a1c8e4b55',
        firstName: 'Jane',
        lastName: 'Doe',
        displayName: 'Jane Doe',
        customerNumber: 'CUST-000042',
        email: 'jane@example.com',
        phone: '+4940123456',
        status: 'active' as const,
        totalOrders: 3,
        totalSpent: 240,
        lifetimeValue: 240,
        createdAt: 1_774_948_365_310,
        firstActiveAt: 1_774_948_365_310,
        emails: [{ address: 'jane@example.com', isPrimary: true, order: 0 }],
        phones: [{ number: '+4940123456', isPrimary: true, order: 0 }],
        parameters: [],
        parameterValues: {},
      },
    ],
  },
);

/** The account that is signed in. */
export const userShape = Type.Object(
  {
    id: Type.String({ description: 'Record id of the account; `sub` of the tokens.' }),
    email: Type.String({ description: 'The address that signs in.' }),
  },
  { title: 'User', examples: [{ id: '019d3dc2-4f12-7a81-8e0c-91b7d4c3a2f0', email: 'jane@example.com' }] },
);

/** What `customerShape` describes; `parameters` are the custom definitions in use. */
export function customerView(
  customer: Customer,
  parameters: CustomerParameter[],
  scope: Scope,
): Static<typeof customerShape> {
  const visible = parameters.filter(({ customerVisible }) => customerVisible);
  const { photoFileId } = customer;
  const { currency } = scope.organization;
  return {
    id: customer.id,
    firstName: customer.firstName,
    lastName: customer.lastName,
    displayName: customer.displayName,
    customerNumber: customer.customerNumber,
    email: primaryOf(customer.emails)?.address,
    phone: primaryOf(customer.phones)?.number,
    profilePhoto: photoFileId && fileUrl(scope.tools.urls, customer.organizationId, photoFileId),
    status: customer.status,
    totalOrders: customer.totalOrders,
    totalSpent: toDecimal(customer.totalSpentMinor, currency),
    lifetimeValue: toDecimal(customer.lifetimeValueMinor, currency),
    createdAt: customer.createdAt.getTime(),
    firstActiveAt: customer.firstActiveAt?.getTime(),
    emails: customer.emails.map(({ address, isPrimary }, order) => ({ address, isPrimary, order })),
    phones: customer.phones.map(({ number, isPrimary }, order) => ({ number, isPrimary, order })),
    parameters: visible.map((parameter) => ({
      id: parameter.id,
      name: parameter.name,
      type: parameter.type,
      options: parameter.options,
      required: parameter.required,
      editable: parameter.customerEditable,
    })),
    parameterValues: Object.fromEntries(
      visible.flatMap(({ id }) =>
        customer.parameterValues[id] === undefined ? [] : [[id, customer.parameterValues[id]]],
      ),
    ),
  };
}
