// A customer as the Admin API shows it. Source: Spec, Resources, Admin API: customer.
import { type Static, Type } from 'typebox';
import { type Customer, customerStatuses, type ParameterValue } from '#core/customers/customer.ts';
import { fileUrl } from '#core/files/file.ts';
import type { Scope } from '#core/scope.ts';
import { toDecimal } from '#kit/money.ts';

const milliseconds = (description: string) => Type.Integer({ description: `${description}, ms since 1970.` });

const listedFields = {
  id: Type.String(),
  customerNumber: Type.String(),
  firstName: Type.Optional(Type.String()),
  lastName: Type.Optional(Type.String()),
  displayName: Type.Optional(
    Type.String({ description: 'Derived from the names, unless another was given.' }),
  ),
  emails: Type.Array(Type.Object({ address: Type.String(), isPrimary: Type.Boolean() })),
  phones: Type.Array(Type.Object({ number: Type.String(), isPrimary: Type.Boolean() })),
  profilePhoto: Type.Optional(Type.String({ description: 'Address of the picture.' })),
  status: Type.Enum([...customerStatuses]),
  source: Type.String({ description: 'Where the record came from: admin, import, …' }),
  totalOrders: Type.Integer(),
  totalSpent: Type.Number(),
  averageOrderValue: Type.Number(),
  lifetimeValue: Type.Number(),
  lastOrderDate: Type.Optional(milliseconds('Time of the last order')),
  lastActivityDate: Type.Optional(milliseconds('Time of the last activity')),
  createdAt: milliseconds('When the record was made'),
  updatedAt: milliseconds('When the record was last changed'),
  version: Type.Integer({ description: 'Counts the changes; send it with an update to overwrite nobody’s.' }),
  parameterValues: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
    { description: 'Values of custom parameters, by parameter id.' },
  ),
};

/** A customer in a list. */
export const listedCustomerShape = Type.Object(listedFields, { title: 'ListedCustomer' });

/** A customer as create, get and update answer it. */
export const customerShape = Type.Object(
  { ...listedFields, marketingOptIn: Type.Boolean(), smsOptIn: Type.Boolean() },
  { title: 'Customer' },
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
