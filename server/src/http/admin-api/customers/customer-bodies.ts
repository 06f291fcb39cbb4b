// What callers may send of a customer: the bodies of create and update. Source: Spec, C, Customers.
import { Type } from 'typebox';
import {
  customerEmailsMax,
  customerNumberLength,
  customerPhonesMax,
  customerStatuses,
  nameLengthMax,
  sourceLengthMax,
} from '#core/customers/customer.ts';
import { photoBytesMax } from '#core/customers/customer-photo.ts';
import { clearable } from '#http/admin-api/clearing.ts';
import { customerChangeExample, newCustomerExample } from '#http/admin-api/customers/customer-examples.ts';
import { strict } from '#http/admin-api/envelope.ts';

/** The most bytes of a body: a photo of the largest size in base64, and everything else beside it. */
export const customerBodyBytesMax = Math.ceil((photoBytesMax * 4) / 3) + 256 * 1024;
const photoTextMax = Math.ceil((photoBytesMax * 4) / 3) + 1024;

/** A status, in bodies and queries. */
export const customerStatusShape = Type.Enum([...customerStatuses], {
  description: 'Whether the customer is welcome.',
});
const primaryShape = Type.Boolean({
  description: 'One entry may say true; without any, the first is primary.',
});
const nameShape = (description: string) => Type.String({ maxLength: nameLengthMax, description });
const changeable = {
  firstName: Type.Optional(nameShape('First name.')),
  lastName: Type.Optional(nameShape('Last name.')),
  displayName: Type.Optional(nameShape('Instead of the one derived from first and last name.')),
  emails: Type.Optional(
    Type.Array(
      strict({
        address: Type.String({ maxLength: 320, description: 'An email address; upper case is made lower.' }),
        isPrimary: Type.Optional(primaryShape),
      }),
      {
        maxItems: 100,
        description: `The whole list, at most ${customerEmailsMax}. No two customers share one.`,
      },
    ),
  ),
  phones: Type.Optional(
    Type.Array(
      strict({
        number: Type.String({
          maxLength: 100,
          description: 'A phone number; without a country code it is read as the organization’s country’s.',
        }),
        isPrimary: Type.Optional(primaryShape),
      }),
      { maxItems: 100, description: `The whole list, at most ${customerPhonesMax}.` },
    ),
  ),
  customerNumber: Type.Optional(
    Type.String({
      minLength: customerNumberLength.min,
      maxLength: customerNumberLength.max,
      description: 'A number of your own. No two customers share one.',
    }),
  ),
  status: Type.Optional(customerStatusShape),
  source: Type.Optional(
    Type.String({ minLength: 1, maxLength: sourceLengthMax, description: 'Where the record comes from.' }),
  ),
  marketingOptIn: Type.Optional(Type.Boolean({ description: 'Whether the customer wants offers by mail.' })),
  smsOptIn: Type.Optional(Type.Boolean({ description: 'Whether the customer wants text messages.' })),
  parameterValues: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Values of custom parameters, by id, key or name; null clears one.',
      maxProperties: 200,
    }),
  ),
};
/** The body of POST /customers. */
export const createCustomerBody = strict(
  {
    ...changeable,
    profilePhoto: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: photoTextMax,
        description: 'A picture, as https address or data-URI: JPEG, PNG, GIF or WebP, at most 5 MB.',
      }),
    ),
  },
  { examples: [newCustomerExample] },
);
/** The fields of a customer that a change can clear. */
export const clearableCustomerFields = ['firstName', 'lastName', 'displayName', 'profilePhoto'] as const;

const withPhoto = {
  ...changeable,
  profilePhoto: Type.Optional(
    Type.String({ maxLength: photoTextMax, description: 'A picture, as https address or data-URI.' }),
  ),
};

/** The body of PATCH /customers/{customerId}. */
export const updateCustomerBody = strict(
  {
    ...clearable(withPhoto, clearableCustomerFields),
    profilePhotoBase64: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: photoTextMax,
        description: 'The picture itself in base64, instead of `profilePhoto`.',
      }),
    ),
    profilePhotoMimeType: Type.Optional(
      Type.String({ maxLength: 100, description: 'Goes with `profilePhotoBase64`, like `image/png`.' }),
    ),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version you changed; refused if there is a newer one.' }),
    ),
  },
  { examples: [customerChangeExample] },
);
