// GET and POST /customers, GET and PATCH /customers/{customerId}. Source: Spec, C, Customers.
import { type Static, Type } from 'typebox';
import type { CustomerStatus } from '#core/customers/customer.ts';
import { listCustomers } from '#core/customers/customer-list.ts';
import type { PhotoSource } from '#core/customers/customer-photo.ts';
import { createCustomer, getCustomer, updateCustomer } from '#core/customers/customers.ts';
import { emptied } from '#http/admin-api/clearing.ts';
import {
  clearableCustomerFields,
  createCustomerBody,
  customerBodyBytesMax,
  customerStatusShape,
  updateCustomerBody,
} from '#http/admin-api/customers/customer-bodies.ts';
import {
  changedCustomerExample,
  customerExample,
  listedCustomerExamples,
} from '#http/admin-api/customers/customer-examples.ts';
import {
  customerShape,
  customerView,
  listedCustomerShape,
  listedCustomerView,
} from '#http/admin-api/customers/customer-view.ts';
import {
  envelopedPage,
  envelopedVersion,
  listQuery,
  momentOf,
  searchQuery,
  strict,
  success,
  successPage,
  timeQuery,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';
import { ifMatchHeader, versionOf } from '#http/wire/version.ts';
import { writeCursor } from '#kit/cursor.ts';
import { invalidField } from '#kit/fault.ts';

const tags = ['Customers'];
const listCustomersQuery = strict(
  {
    ...listQuery,
    search: searchQuery(
      'Words that must all occur in name, email, phone or customer number. Not with a parameter filter.',
    ),
    status: Type.Optional(customerStatusShape),
    parameterId: Type.Optional(
      Type.String({ maxLength: 100, description: 'Filter by this built-in or custom parameter.' }),
    ),
    parameterName: Type.Optional(
      Type.String({ maxLength: 100, description: 'The parameter’s name, instead of its id.' }),
    ),
    parameterValue: Type.Optional(
      Type.String({ maxLength: 500, description: 'The exact value that the parameter must have.' }),
    ),
    ...timeQuery,
  },
  { examples: [{ limit: listedCustomerExamples.length, status: 'active' }] },
);

/** Customers of the key's organization. */
export async function customers(app: Routes): Promise<void> {
  app.get(
    '/customers',
    {
      config: { permission: 'customers:read' },
      schema: {
        operationId: 'listCustomers',
        summary: 'List customers',
        description: 'Newest first; narrowed by a search, a status, a parameter’s value or times.',
        tags,
        querystring: listCustomersQuery,
        response: {
          200: successPage(listedCustomerShape, {
            description: 'A page of customers.',
            example: listedCustomerExamples,
            nextCursor: writeCursor(listedCustomerExamples.at(-1)!.id),
          }),
          ...failures(),
        },
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
      bodyLimit: customerBodyBytesMax,
      config: { permission: 'customers:write' },
      schema: {
        operationId: 'createCustomer',
        summary: 'Create a customer',
        description:
          'All fields are optional. The customer gets the next number unless you send one, and subscribers of `customer.created` are told.',
        tags,
        body: createCustomerBody,
        response: {
          201: success(customerShape, { description: 'The customer, as created.', headers: ['ETag'] }),
          ...failures(409),
        },
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
      reply.code(201);
      return envelopedVersion(reply, customer, customerView(customer, scope), scope.clock.now());
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
            examples: [customerExample.customerNumber],
          }),
        }),
        response: {
          200: success(customerShape, { description: 'The customer.', headers: ['ETag'] }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params }, reply) => {
      const customer = await getCustomer(scope, params.customerId);
      return envelopedVersion(reply, customer, customerView(customer, scope), scope.clock.now());
    },
  );

  app.patch(
    '/customers/:customerId',
    {
      bodyLimit: customerBodyBytesMax,
      config: { permission: 'customers:write' },
      schema: {
        operationId: 'updateCustomer',
        summary: 'Change a customer',
        description:
          'Only what is sent changes. Lists are replaced whole; an empty text clears a name. When first or last name changes, the display name is derived again.',
        tags,
        params: strict({
          customerId: Type.String({
            maxLength: 320,
            description: 'Customer number or record id.',
            examples: [customerExample.customerNumber],
          }),
        }),
        headers: Type.Object(ifMatchHeader),
        body: updateCustomerBody,
        response: {
          200: success(customerShape, {
            description: 'The customer, as changed.',
            headers: ['ETag'],
            example: changedCustomerExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body, headers }, reply) => {
      const { profilePhoto, profilePhotoBase64, profilePhotoMimeType, version, ...changes } = emptied(
        body,
        clearableCustomerFields,
      );
      const customer = await updateCustomer(scope, params.customerId, {
        ...changes,
        status: changes.status as CustomerStatus | undefined,
        version: versionOf(version, headers['if-match']),
        photo: photoOf(body),
        removePhoto: profilePhoto === '',
      });
      return envelopedVersion(reply, customer, customerView(customer, scope), scope.clock.now());
    },
  );
}

/** The one picture a body carries, in any of its three forms. */
function photoOf(body: Static<typeof updateCustomerBody>): PhotoSource | undefined {
  const { profilePhoto, profilePhotoBase64, profilePhotoMimeType } = body;
  if (profilePhotoBase64 !== undefined) {
    if (profilePhoto !== undefined)
      throw invalidField(
        'profilePhoto',
        'is an alternative to profilePhotoBase64.',
        'conflicting_parameters',
      );
    return { field: 'profilePhotoBase64', base64: profilePhotoBase64, mimeType: profilePhotoMimeType };
  }
  if (profilePhotoMimeType !== undefined)
    throw invalidField('profilePhotoMimeType', 'goes with profilePhotoBase64.', 'conflicting_parameters');
  return profilePhoto ? { field: 'profilePhoto', url: profilePhoto } : undefined;
}
