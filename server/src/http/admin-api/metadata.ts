// GET /metadata/customer-parameters and /metadata/options/{kind}. Source: Spec, C, Metadata.
import { Type } from 'typebox';
import { listCustomerOptions } from '#core/customers/customer-list.ts';
import { listCustomerParameters } from '#core/customers/customer-parameters.ts';
import { searchLengthMax } from '#core/customers/customer-search.ts';
import type { Scope } from '#core/scope.ts';
import { customerParameterShape, customerParameterView } from '#http/admin-api/customer-parameter-view.ts';
import { enveloped, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

interface Option {
  id: string;
  name: string;
}

/** What each kind of options lists. Kinds whose records are still to come are not named yet. */
const optionLists: Record<string, (scope: Scope, query: OptionsQuery) => Promise<Option[]>> = {
  customers: listCustomerOptions,
};

interface OptionsQuery {
  limit: number;
  search?: string | undefined;
}

const optionsShape = Type.Object(
  { options: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, { title: 'Option' })) },
  { title: 'Options' },
);

/** What forms and automations choose from. */
export async function metadata(app: Routes): Promise<void> {
  app.get(
    '/metadata/customer-parameters',
    {
      config: { permission: 'metadata:read' },
      schema: {
        operationId: 'listCustomerParameters',
        summary: 'What can be known of a customer',
        tags: ['Metadata'],
        response: {
          200: success(Type.Object({ parameters: Type.Array(customerParameterShape) })),
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
        summary: 'Records to choose from, as id and name',
        tags: ['Metadata'],
        params: strict({ kind: Type.Enum(Object.keys(optionLists)) }),
        querystring: strict({
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 100 }),
          search: Type.Optional(Type.String({ minLength: 1, maxLength: searchLengthMax })),
        }),
        response: { 200: success(optionsShape), ...failures() },
      },
    },
    async ({ scope, params, query }) => {
      const options = await optionLists[params.kind]!(scope, query);
      return enveloped({ options }, scope.clock.now());
    },
  );
}
