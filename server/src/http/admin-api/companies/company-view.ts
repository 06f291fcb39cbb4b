// A company as the Admin API shows it (G-090).
import { type Static, Type } from 'typebox';
import { type BillingAddress, type Company, companyStatuses, memberRoles } from '#core/companies/company.ts';
import { primaryOf } from '#core/customers/customer.ts';
import type { Scope } from '#core/scope.ts';
import { companyExample, listedCompanyExample } from '#http/admin-api/companies/company-examples.ts';
import { toDecimal } from '#kit/money.ts';

const milliseconds = (description: string) =>
  Type.Integer({ format: 'int64', description: `${description}, in milliseconds since 1970.` });

const listedFields = {
  id: Type.String({ description: 'Record id.' }),
  companyNumber: Type.String({ description: 'The number people use, of the form `COM-000001`.' }),
  name: Type.String({ description: 'The name it is known by.' }),
  legalName: Type.Optional(Type.String({ description: 'The name it is registered under.' })),
  email: Type.Optional(Type.String({ description: 'The primary email address.' })),
  phone: Type.Optional(Type.String({ description: 'The primary phone number.' })),
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
  website: Type.Optional(Type.String({ description: 'Web address.' })),
  domains: Type.Array(Type.String(), { description: 'Domains that its people have their mail at.' }),
  logo: Type.Optional(Type.String({ description: 'Web address of a picture.' })),
  vatNumber: Type.Optional(Type.String({ description: 'VAT identification number.' })),
  registrationNumber: Type.Optional(Type.String({ description: 'Number in the register of companies.' })),
  industry: Type.Optional(Type.String({ description: 'What it does.' })),
  status: Type.Enum([...companyStatuses], { description: 'Whether the company is welcome.' }),
  source: Type.String({ description: 'Where the record came from: `admin`, `import` or the caller’s word.' }),
  billingAddress: Type.Optional(
    Type.Object(
      {
        line1: Type.Optional(Type.String({ description: 'Street and house number.' })),
        line2: Type.Optional(Type.String({ description: 'What else the address needs.' })),
        city: Type.Optional(Type.String({ description: 'Town or city.' })),
        region: Type.Optional(Type.String({ description: 'State, province or county.' })),
        postalCode: Type.Optional(Type.String({ description: 'Postal code.' })),
        country: Type.Optional(Type.String({ description: 'Two-letter country code.' })),
      },
      { description: 'Where invoices go.' },
    ),
  ),
  currency: Type.Optional(Type.String({ description: 'What it is billed in, like `EUR`.' })),
  paymentTermsDays: Type.Optional(Type.Integer({ description: 'Days after an invoice by which it pays.' })),
  primaryCustomerId: Type.Optional(Type.String({ description: 'The member to turn to.' })),
  totalOrders: Type.Integer({ description: 'How many orders there are.' }),
  totalSpent: Type.Number({ description: 'What the company has paid, in the organization’s currency.' }),
  averageOrderValue: Type.Number({ description: 'What an order came to on average.' }),
  lifetimeValue: Type.Number({ description: 'What the company has been worth so far.' }),
  lastOrderDate: Type.Optional(milliseconds('Time of the last order')),
  lastActivityDate: Type.Optional(milliseconds('Time of the last activity')),
  customFields: Type.Record(Type.String(), Type.Unknown(), {
    description: 'What callers keep with it, by name.',
  }),
  externalId: Type.Optional(Type.String({ description: 'Its id in another system.' })),
  version: Type.Integer({ description: 'Counts the changes; send it with a change to overwrite nobody’s.' }),
  createdAt: milliseconds('When the record was made'),
  updatedAt: milliseconds('When the record was last changed'),
};

/** A company in a list. */
export const listedCompanyShape = Type.Object(listedFields, {
  title: 'ListedCompany',
  examples: [listedCompanyExample],
});

/** A company as create, get and update answer it. */
export const companyShape = Type.Object(
  {
    ...listedFields,
    members: Type.Array(
      Type.Object({
        customerId: Type.String({ description: 'The customer’s record id.' }),
        role: Type.Enum([...memberRoles], { description: 'What the customer may do for the company.' }),
        title: Type.Optional(Type.String({ description: 'What the person does there.' })),
      }),
      { description: 'Customers who belong to it, in the order given.' },
    ),
  },
  { title: 'Company', examples: [companyExample] },
);

/** What `listedCompanyShape` describes. */
export type ListedCompanyView = Static<typeof listedCompanyShape>;
/** What `companyShape` describes. */
export type CompanyView = Static<typeof companyShape>;

/** A company in a list: without its members, who may be hundreds (G-092). */
export function listedCompanyView(company: Company, scope: Scope): ListedCompanyView {
  const { totalOrders, totalSpentMinor } = company;
  const { currency } = scope.organization;
  return {
    id: company.id,
    companyNumber: company.companyNumber,
    name: company.name,
    legalName: company.legalName,
    email: primaryOf(company.emails)?.address,
    phone: primaryOf(company.phones)?.number,
    emails: company.emails,
    phones: company.phones,
    website: company.website,
    domains: company.domains,
    logo: company.logo,
    vatNumber: company.vatNumber,
    registrationNumber: company.registrationNumber,
    industry: company.industry,
    status: company.status,
    source: company.source,
    billingAddress: company.billingAddress && billingAddressView(company.billingAddress),
    currency: company.currency,
    paymentTermsDays: company.paymentTermsDays,
    primaryCustomerId: company.primaryCustomerId,
    totalOrders,
    totalSpent: toDecimal(totalSpentMinor, currency),
    averageOrderValue: totalOrders === 0 ? 0 : toDecimal(totalSpentMinor / totalOrders, currency),
    lifetimeValue: toDecimal(company.lifetimeValueMinor, currency),
    lastOrderDate: company.lastOrderAt?.getTime(),
    lastActivityDate: company.lastActivityAt?.getTime(),
    customFields: company.customFields,
    externalId: company.externalId,
    version: company.version,
    createdAt: company.createdAt.getTime(),
    updatedAt: company.updatedAt.getTime(),
  };
}

/** A company as create, get, update and events show it. */
export function companyView(company: Company, scope: Scope): CompanyView {
  return {
    ...listedCompanyView(company, scope),
    members: company.members.map(({ customerId, role, title }) => ({ customerId, role, title })),
  };
}

function billingAddressView(address: BillingAddress): BillingAddress {
  const { line1, line2, city, region, postalCode, country } = address;
  return { line1, line2, city, region, postalCode, country };
}
