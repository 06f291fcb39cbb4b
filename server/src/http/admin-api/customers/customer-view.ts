// A customer as the Admin API shows it. Source: Spec, Resources, Admin API: customer.
import { type Static, Type } from 'typebox';
import type { ParameterValue } from '#core/customer-parameters/customer-parameter.ts';
import { type Customer, customerStatuses } from '#core/customers/customer.ts';
import { fileUrl } from '#core/files/file.ts';
import type { Scope } from '#core/scope.ts';
import { customerExample, listedCustomerExamples } from '#http/admin-api/customers/customer-examples.ts';
import { toDecimal } from '#kit/money.ts';

const milliseconds = (description: string) =>
  Type.Integer({ format: 'int64', description: `${description}, in milliseconds since 1970.` });

const listedFields = {
  id: Type.String({ description: 'Record id.' }),
  customerNumber: Type.String({
    description: 'The number people use, of the form `CUST-000001` unless given.',
  }),
  firstName: Type.Optional(Type.String({ description: 'First name.' })),
  lastName: Type.Optional(Type.String({ description: 'Last name.' })),
  displayName: Type.Optional(
    Type.String({ description: 'Derived from first and last name, unless another was given.' }),
  ),
  emails: Type.Array(
    Type.Object({
      address: Type.String({ description: 'In lower case.' }),
      isPrimary: Type.Boolean({ description: 'Whether it is the one to write to.' }),
    }),
    { description: 'Email addresses, in the order given; one is primary when there are any.' },
  ),
  phones: Type.Array(
    Type.Object({
      number: Type.String({ description: 'With country code, like `+4940123456`.' }),
      isPrimary: Type.Boolean({ description: 'Whether it is the one to call.' }),
    }),
    { description: 'Phone numbers, in the order given; one is primary when there are any.' },
  ),
  profilePhoto: Type.Optional(Type.String({ description: 'Web address of the picture.' })),
  status: Type.Enum([...customerStatuses], { description: 'Whether the customer is welcome.' }),
  source: Type.String({ description: 'Where the record came from: `admin`, `import` or the caller’s word.' }),
  totalOrders: Type.Integer({ description: 'How many orders there are.' }),
  totalSpent: Type.Number({ description: 'What the customer has paid, in the organization’s currency.' }),
  averageOrderValue: Type.Number({ description: 'What an order came to on average.' }),
  lifetimeValue: Type.Number({ description: 'What the customer has been worth so far.' }),
  lastOrderDate: Type.Optional(milliseconds('Time of the last order')),
  lastActivityDate: Type.Optional(milliseconds('Time of the last activity')),
  createdAt: milliseconds('When the record was made'),
  updatedAt: milliseconds('When the record was last changed'),
  version: Type.Integer({ description: 'Counts the changes; send it with a change to overwrite nobody’s.' }),
  parameterValues: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
    { description: 'Values of custom parameters, by id of the parameter.' },
  ),
};

/** A customer in a list. */
export const listedCustomerShape = Type.Object(listedFields, {
  title: 'ListedCustomer',
  examples: listedCustomerExamples,
});

/** A customer as create, get and update answer it. */
export const customerShape = Type.Object(
  {
    ...listedFields,
    marketingOptIn: Type.Boolean({ description: 'Whether the customer wants offers by mail.' }),
    smsOptIn: Type.Boolean({ description: 'Whether the customer wants text messages.' }),
  },
  { title: 'Customer', examples: [customerExample] },
);

/** What `listedCustomerShape` describes. */
export type ListedCustomerView = Static<typeof listedCustomerShape>;
/** What `customerShape` describes. */
export type CustomerView = Static<typeof customerShape>;

/** A customer in a list: without the opt-ins, as the contract has it. */
export function listedCustomerView(customer: Customer, scope: Scope): ListedCustomerView {
  const { photoFileId, totalOrders, totalSpentMinor } = customer;
  const { currency } = scope.organization;
  return {
    id: customer.id,
    customerNumber: customer.customerNumber,
    firstName: customer.firstName,
    lastName: customer.lastName,
    displayName: customer.displayName,
    emails: customer.emails,
    phones: customer.phones,
    profilePhoto: photoFileId && fileUrl(scope.tools.urls, customer.organizationId, photoFileId),
    status: customer.status,
    source: customer.source,
    totalOrders,
    totalSpent: toDecimal(totalSpentMinor, currency),
    averageOrderValue: totalOrders === 0 ? 0 : toDecimal(totalSpentMinor / totalOrders, currency),
    lifetimeValue: toDecimal(customer.lifetimeValueMinor, currency),
    lastOrderDate: customer.lastOrderAt?.getTime(),
    lastActivityDate: customer.lastActivityAt?.getTime(),
    createdAt: customer.createdAt.getTime(),
    updatedAt: customer.updatedAt.getTime(),
    version: customer.version,
    parameterValues: customer.parameterValues as Record<string, ParameterValue>,
  };
}

/** A customer as create, get, update and events show it. */
export function customerView(customer: Customer, scope: Scope): CustomerView {
  return {
    ...listedCustomerView(customer, scope),
    marketingOptIn: customer.marketingOptIn,
    smsOptIn: customer.smsOptIn,
  };
}
