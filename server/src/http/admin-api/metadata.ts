// GET /metadata/customer-parameters and /metadata/options/{kind}. Source: Spec, C, Metadata.
import { Type } from 'typebox';
import type { Permission } from '#core/api-keys/api-key.ts';
import { listBookingOptions } from '#core/bookings/listing/booking-list.ts';
import { listCompanyOptions } from '#core/companies/company-list.ts';
import { listCustomerParameters } from '#core/customer-parameters/customer-parameters.ts';
import { listCustomerOptions } from '#core/customers/customer-list.ts';
import { listEnquiryOptions } from '#core/enquiries/enquiry-list.ts';
import { listOrderOptions } from '#core/orders/order-list.ts';
import { listLocationOptions } from '#core/places/locations.ts';
import { listSublocationOptions } from '#core/places/sublocations.ts';
import type { Scope } from '#core/scope.ts';
import { listServiceOptions } from '#core/services/services.ts';
import { listTaskCategoryOptions } from '#core/tasks/task-categories.ts';
import { requirePermission } from '#http/admin-api/authenticate.ts';
import { customerExample } from '#http/admin-api/customers/customer-examples.ts';
import {
  customerParameterExamples,
  customerParameterShape,
  customerParameterView,
} from '#http/admin-api/customers/customer-parameter-view.ts';
import { enveloped, searchQuery, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

interface Option {
  id: string;
  name: string;
}

interface OptionList {
  list(scope: Scope, query: OptionsQuery): Promise<Option[]>;
  /** What a key needs besides `metadata:read`, where the names tell of people and their affairs. */
  permission?: Permission;
}

/** What each kind of options lists. */
const optionLists: Record<string, OptionList> = {
  customers: { list: listCustomerOptions, permission: 'customers:read' },
  companies: { list: listCompanyOptions, permission: 'companies:read' },
  orders: { list: listOrderOptions, permission: 'orders:read' },
  bookings: { list: listBookingOptions, permission: 'bookings:read' },
  enquiries: { list: listEnquiryOptions, permission: 'enquiries:read' },
  sublocations: { list: listSublocationOptions },
  services: { list: listServiceOptions },
  'task-categories': { list: listTaskCategoryOptions },
  locations: { list: listLocationOptions },
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
        description:
          'Records to choose from in a form, as id and name, newest first. Of customers, companies, orders, bookings and enquiries, the key also needs the permission to read them.',
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
            search: searchQuery('Words that must all occur in the record.'),
          },
          { examples: [{ search: customerExample.firstName }] },
        ),
        response: { 200: success(optionsShape, { description: 'The options.' }), ...failures() },
      },
    },
    async ({ scope, apiKey, params, query }) => {
      const { list, permission } = optionLists[params.kind]!;
      if (permission) requirePermission(apiKey, permission);
      const options = await list(scope, query);
      return enveloped({ options }, scope.clock.now());
    },
  );
}
