// What callers may send of a company: the bodies of create and update (G-090).
import { type Static, Type } from 'typebox';
import { companyBounds, companyStatuses, memberRoles } from '#core/companies/company.ts';
import { clearable } from '#http/admin-api/clearing.ts';
import { companyChangeExample, newCompanyExample } from '#http/admin-api/companies/company-examples.ts';
import { strict } from '#http/admin-api/envelope.ts';

const { nameLengthMax, textLengthMax, urlLengthMax, emailsMax, phonesMax, domainsMax, membersMax } =
  companyBounds;

/** A status, in bodies and queries. */
export const companyStatusShape = Type.Enum([...companyStatuses], {
  description: 'Whether the company is welcome.',
});
const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));
const primaryShape = Type.Optional(
  Type.Boolean({ description: 'One entry may say true; without any, the first is primary.' }),
);
const nameShape = Type.String({
  minLength: 1,
  maxLength: nameLengthMax,
  description: 'The name it is known by.',
});

const billingAddressBody = strict(
  {
    line1: text(nameLengthMax, 'Street and house number.'),
    line2: text(nameLengthMax, 'What else the address needs.'),
    city: text(nameLengthMax, 'Town or city.'),
    region: text(nameLengthMax, 'State, province or county.'),
    postalCode: text(textLengthMax, 'Postal code.'),
    country: text(2, 'Two-letter country code.'),
  },
  { description: 'The whole address invoices go to.' },
);
const changeable = {
  legalName: text(nameLengthMax, 'The name it is registered under.'),
  email: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 320,
      description: 'The primary email address; joins the list if it is not in it.',
    }),
  ),
  phone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The primary phone number; joins the list if it is not in it.',
    }),
  ),
  emails: Type.Optional(
    Type.Array(
      strict({
        address: Type.String({ maxLength: 320, description: 'An email address; upper case is made lower.' }),
        isPrimary: primaryShape,
      }),
      { maxItems: 100, description: `The whole list, at most ${emailsMax}.` },
    ),
  ),
  phones: Type.Optional(
    Type.Array(
      strict({
        number: Type.String({
          maxLength: 100,
          description: 'A phone number; without a country code it is read as the organization’s country’s.',
        }),
        isPrimary: primaryShape,
      }),
      { maxItems: 100, description: `The whole list, at most ${phonesMax}.` },
    ),
  ),
  website: text(urlLengthMax, 'Web address.'),
  domains: Type.Optional(
    Type.Array(Type.String({ maxLength: 300, description: 'A domain, like `example.com`.' }), {
      maxItems: domainsMax,
      description: 'The whole list of domains its people have their mail at. No two companies share one.',
    }),
  ),
  logo: text(urlLengthMax, 'https address of a picture.'),
  vatNumber: text(textLengthMax, 'VAT identification number.'),
  registrationNumber: text(textLengthMax, 'Number in the register of companies.'),
  industry: text(textLengthMax, 'What it does.'),
  status: Type.Optional(companyStatusShape),
  source: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: companyBounds.sourceLengthMax,
      description: 'Where the record comes from.',
    }),
  ),
  billingAddress: Type.Optional(billingAddressBody),
  currency: text(3, 'What it is billed in, like `EUR`.'),
  paymentTermsDays: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      maximum: companyBounds.paymentTermsDaysMax,
      description: 'Days after an invoice by which it pays; null clears.',
    }),
  ),
  primaryCustomerId: text(100, 'Record id of the customer to turn to, who joins the members if need be.'),
  members: Type.Optional(
    Type.Array(
      strict({
        customerId: Type.String({ maxLength: 100, description: 'A customer’s record id.' }),
        role: Type.Optional(
          Type.Enum([...memberRoles], {
            description: 'What the customer may do for the company; `member` if left out.',
          }),
        ),
        title: text(nameLengthMax, 'What the person does there.'),
      }),
      { maxItems: membersMax, description: 'The whole list of customers who belong to it.' },
    ),
  ),
  customFields: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'What you keep with it, by name: those sent are set, null removes one.',
      maxProperties: companyBounds.customFieldsMax,
    }),
  ),
  externalId: text(companyBounds.externalIdLengthMax, 'Its id in another system.'),
};

/** The body of POST /companies. */
export const createCompanyBody = strict(
  { name: nameShape, ...changeable },
  { examples: [newCompanyExample] },
);

/** The fields of a company that a change can clear. */
export const clearableCompanyFields = [
  'legalName',
  'website',
  'logo',
  'vatNumber',
  'registrationNumber',
  'industry',
  'currency',
  'primaryCustomerId',
  'externalId',
] as const;

/** The body of PATCH /companies/{companyId}. */
export const updateCompanyBody = strict(
  {
    name: Type.Optional(nameShape),
    ...clearable(changeable, clearableCompanyFields),
    billingAddress: Type.Optional(
      Type.Unsafe<Static<typeof billingAddressBody> | null>({
        ...billingAddressBody,
        type: ['object', 'null'],
        description: 'The whole address invoices go to; null or an empty object removes it.',
      }),
    ),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version you changed; refused if there is a newer one.' }),
    ),
  },
  { examples: [companyChangeExample] },
);
