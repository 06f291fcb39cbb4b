// GET /metadata/customer-parameters and /metadata/options/{kind}. Source: Spec, C, Metadata.
import { Type } from 'typebox';
import { listBookingOptions } from '#core/bookings/booking-list.ts';
import { listCompanyOptions } from '#core/companies/company-list.ts';
import { listCustomerParameters } from '#core/customer-parameters/customer-parameters.ts';
import { listCustomerOptions } from '#core/customers/customer-list.ts';
import { searchLengthMax } from '#core/customers/customer-search.ts';
import { listEnquiryOptions } from '#core/enquiries/enquiry-list.ts';
import { listOrderOptions } from '#core/orders/order-list.ts';
import { listLocationOptions } from '#core/places/locations.ts';
import { listSublocationOptions } from '#core/places/sublocations.ts';
import type { Scope } from '#core/scope.ts';
import { listServiceOptions } from '#core/services/services.ts';
import { listTaskCategoryOptions } from '#core/tasks/task-categories.ts';
import { customerExample } from '#http/admin-api/customers/customer-examples.ts';
import {
  customerParameterExamples,
  customerParameterShape,
  customerParameterView,
} from '#http/admin-api/customers/customer-parameter-view.ts';
import { enveloped, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

interface Option {
  id: string;
  name: string;
}

/** What each kind of options lists. */
const optionLists: Record<string, (scope: Scope, query: OptionsQuery) => Promise<Option[]>> = {
  customers: listCustomerOptions,
  locations: listLocationOptions,
  sublocations: listSublocationOptions,
  services: listServiceOptions,
  'task-categories': listTaskCategoryOptions,
  companies: listCompanyOptions,
  orders: listOrderOptions,
  bookings: listBookingOptions,
  enquiries: listEnquiryOptions,
};

interface OptionsQuery {
  limit: number;
  search?: string | undefined;
}

const optionsShape = Type.Object(
  {
    options: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Record id.' }),
          name: Type.String({ description: 'What people call the record.' }),
        },
        { title: 'Option' },
      ),
    ),
  },
  {
    title: 'Options',
    examples: [{ options: [{ id: customerExample.id, name: customerExample.displayName }] }],
  },
);

/** What forms and automations choose from. */
export async function metadata(app: Routes): Promise<void> {
  app.get(
    '/metadata/customer-parameters',
    {
      config: { permission: 'metadata:read' },
      schema: {
        operationId: 'listCustomerParameters',
        summary: 'List customer parameters',
        description:
          'What can be known of a customer: the built-in fields a list can be filtered by, then the organization’s own parameters in their order.',
        tags: ['Metadata'],
        response: {
          200: success(Type.Object({ parameters: Type.Array(customerParameterShape) }), {
            description: 'The definitions in use.',
            example: { parameters: customerParameterExamples },
          }),
          ...failures(),
        },
      },
    },
    async ({ scope }) => {
      const parameters = await listCustomerParameters(scope);
      return enveloped({ parameters: parameters.map(customerParameterView) }, scope.clock.now());
    },
  );

  app.get(
    '/metadata/options/:kind',
    {
      config: { permission: 'metadata:read' },
      schema: {
        operationId: 'listOptions',
        summary: 'List options',
        description: 'Records to choose from in a form, as id and name, newest first.',
        tags: ['Metadata'],
        params: strict({
          kind: Type.Enum(Object.keys(optionLists), {
            description: 'What to choose from.',
            examples: ['customers'],
          }),
        }),
        querystring: strict(
          {
            limit: Type.Integer({
              minimum: 1,
              maximum: 100,
              default: 100,
              description: 'The most options to list.',
            }),
            search: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: searchLengthMax,
                description: 'Words that must all occur in the record.',
              }),
            ),
          },
          { examples: [{ search: customerExample.firstName }] },
        ),
        response: { 200: success(optionsShape, { description: 'The options.' }), ...failures() },
      },
    },
    async ({ scope, params, query }) => {
      const options = await optionLists[params.kind]!(scope, query);
      return enveloped({ options }, scope.clock.now());
    },
  );
}
