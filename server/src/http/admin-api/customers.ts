// GET and POST /customers, GET and PATCH /customers/{customerId}. Source: Spec, C, Customers.
import { type Static, Type } from 'typebox';
import {
  type CustomerStatus,
  customerNumberLength,
  customerStatuses,
  nameLengthMax,
} from '#core/customers/customer.ts';
import { listCustomers } from '#core/customers/customer-list.ts';
import { type PhotoSource, photoBytesMax } from '#core/customers/customer-photo.ts';
import { searchLengthMax } from '#core/customers/customer-search.ts';
import { createCustomer, getCustomer, updateCustomer } from '#core/customers/customers.ts';
import {
  customerShape,
  customerView,
  listedCustomerShape,
  listedCustomerView,
} from '#http/admin-api/customer-view.ts';
import {
  enveloped,
  envelopedPage,
  listQuery,
  momentOf,
  strict,
  success,
  successPage,
  timeQuery,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { ifMatchHeader, versionOf } from '#http/admin-api/version.ts';
import type { Routes } from '#http/wire/request.ts';
import { Fault } from '#kit/fault.ts';

// A photo of the largest size in base64, and everything else beside it.
const bodyLimit = Math.ceil((photoBytesMax * 4) / 3) + 256 * 1024;
const photoTextMax = Math.ceil((photoBytesMax * 4) / 3) + 1024;
const tags = ['Customers'];

const nameShape = Type.String({ maxLength: nameLengthMax });
const statusShape = Type.Enum([...customerStatuses]);
const changeable = {
  firstName: Type.Optional(nameShape),
  lastName: Type.Optional(nameShape),
  displayName: Type.Optional(nameShape),
  emails: Type.Optional(
    Type.Array(
      strict({ address: Type.String({ maxLength: 320 }), isPrimary: Type.Optional(Type.Boolean()) }),
      {
        maxItems: 100,
      },
    ),
  ),
  phones: Type.Optional(
    Type.Array(
      strict({ number: Type.String({ maxLength: 100 }), isPrimary: Type.Optional(Type.Boolean()) }),
      {
        maxItems: 100,
      },
    ),
  ),
  customerNumber: Type.Optional(
    Type.String({ minLength: customerNumberLength.min, maxLength: customerNumberLength.max }),
  ),
  status: Type.Optional(statusShape),
  source: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  marketingOptIn: Type.Optional(Type.Boolean()),
  smsOptIn: Type.Optional(Type.Boolean()),
  parameterValues: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Values of custom parameters, by id, key or name; null clears.',
      maxProperties: 200,
    }),
  ),
};
const createBody = strict({
  ...changeable,
  profilePhoto: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: photoTextMax,
      description: 'https address or data-URI of a picture.',
    }),
  ),
});
const updateBody = strict({
  ...changeable,
  profilePhoto: Type.Optional(
    Type.String({
      maxLength: photoTextMax,
      description: 'https address, data-URI, or an empty text to remove it.',
    }),
  ),
  profilePhotoBase64: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: photoTextMax,
      description: 'The picture itself, instead of profilePhoto.',
    }),
  ),
  profilePhotoMimeType: Type.Optional(
    Type.String({ maxLength: 100, description: 'Goes with profilePhotoBase64.' }),
  ),
  version: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Refuse if the record has changed since.' }),
  ),
});
const listCustomersQuery = strict({
  ...listQuery,
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: searchLengthMax,
      description: 'Words in name, email, phone or number.',
    }),
  ),
  status: Type.Optional(statusShape),
  parameterId: Type.Optional(Type.String({ maxLength: 100, description: 'Built-in or custom parameter.' })),
  parameterName: Type.Optional(Type.String({ maxLength: 100, description: 'Instead of parameterId.' })),
  parameterValue: Type.Optional(Type.String({ maxLength: 500, description: 'The exact value.' })),
  ...timeQuery,
});

/** Customers of the key's organization. */
export async function customers(app: Routes): Promise<void> {
  app.get(
    '/customers',
    {
      config: { permission: 'customers:read' },
      schema: {
        operationId: 'listCustomers',
        summary: 'List and search customers, newest first',
        tags,
        querystring: listCustomersQuery,
        response: { 200: successPage(listedCustomerShape), ...failures() },
      },
    },
    async ({ scope, query }) => {
      const { createdAfter, createdBefore, updatedAfter, ...rest } = query;
      const page = await listCustomers(scope, {
        ...rest,
        status: rest.status as CustomerStatus | undefined,
        createdAfter: momentOf(createdAfter),
        createdBefore: momentOf(createdBefore),
        updatedAfter: momentOf(updatedAfter),
      });
      const views = page.items.map((customer) => listedCustomerView(customer, scope));
      return envelopedPage(views, page.nextCursor, scope.clock.now());
    },
  );

  app.post(
    '/customers',
    {
      bodyLimit,
      config: { permission: 'customers:write' },
      schema: {
        operationId: 'createCustomer',
        summary: 'Create a customer',
        tags,
        body: createBody,
        response: { 201: success(customerShape), ...failures(409) },
      },
    },
    async ({ scope, body }, reply) => {
      const { profilePhoto, ...input } = body;
      const photo = profilePhoto === undefined ? undefined : { field: 'profilePhoto', url: profilePhoto };
      const customer = await createCustomer(scope, {
        ...input,
        status: input.status as CustomerStatus | undefined,
        photo,
      });
      reply.code(201).header('etag', `"${customer.version}"`);
      return enveloped(customerView(customer, scope), scope.clock.now());
    },
  );

  app.get(
    '/customers/:customerId',
    {
      config: { permission: 'customers:read' },
      schema: {
        operationId: 'getCustomer',
        summary: 'Get a customer',
        tags,
        params: strict({
          customerId: Type.String({
            maxLength: 320,
            description: 'Customer number, email, phone or record id.',
          }),
        }),
        response: { 200: success(customerShape), ...failures(404) },
      },
    },
    async ({ scope, params }, reply) => {
      const customer = await getCustomer(scope, params.customerId);
      reply.header('etag', `"${customer.version}"`);
      return enveloped(customerView(customer, scope), scope.clock.now());
    },
  );

  app.patch(
    '/customers/:customerId',
    {
      bodyLimit,
      config: { permission: 'customers:write' },
      schema: {
        operationId: 'updateCustomer',
        summary: 'Change a customer',
        description: 'Only what is sent changes. Lists are replaced whole; an empty text clears a name.',
        tags,
        params: strict({
          customerId: Type.String({ maxLength: 320, description: 'Customer number or record id.' }),
        }),
        headers: Type.Object(ifMatchHeader),
        body: updateBody,
        response: { 200: success(customerShape), ...failures(404, 409) },
      },
    },
    async ({ scope, params, body, headers }, reply) => {
      const { profilePhoto, profilePhotoBase64, profilePhotoMimeType, version, ...changes } = body;
      const customer = await updateCustomer(scope, params.customerId, {
        ...changes,
        status: changes.status as CustomerStatus | undefined,
        version: versionOf(version, headers['if-match']),
        photo: photoOf(body),
        removePhoto: profilePhoto === '',
      });
      reply.header('etag', `"${customer.version}"`);
      return enveloped(customerView(customer, scope), scope.clock.now());
    },
  );
}

/** The one picture a body carries, in any of its three forms. */
function photoOf(body: Static<typeof updateBody>): PhotoSource | undefined {
  const { profilePhoto, profilePhotoBase64, profilePhotoMimeType } = body;
  if (profilePhotoBase64 !== undefined) {
    if (profilePhoto !== undefined)
      throw conflicting('profilePhoto', 'is an alternative to profilePhotoBase64.');
    return { field: 'profilePhotoBase64', base64: profilePhotoBase64, mimeType: profilePhotoMimeType };
  }
  if (profilePhotoMimeType !== undefined)
    throw conflicting('profilePhotoMimeType', 'goes with profilePhotoBase64.');
  return profilePhoto ? { field: 'profilePhoto', url: profilePhoto } : undefined;
}

function conflicting(path: string, message: string): Fault {
  const code = 'conflicting_parameters';
  return new Fault('invalid', code, `${path} ${message}`, { details: [{ path, code, message }] });
}
