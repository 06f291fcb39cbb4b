// GET /account: which organization a key opens and what it may do. Source: Spec, C, GET /account.
import { Type } from 'typebox';
import { permissions } from '#core/api-keys/api-key.ts';
import { enveloped, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

const accountShape = Type.Object(
  {
    id: Type.String({ description: 'Record id of the organization.' }),
    name: Type.String({ description: 'What people call the organization.' }),
    slug: Type.String({ description: 'The organization’s name in addresses.' }),
    permissions: Type.Array(Type.String(), {
      description: 'What the key may do, each as `resource:action`.',
    }),
  },
  {
    title: 'Account',
    examples: [
      {
        id: '019d3dc1-e76b-7d51-8f0a-6b5f2d9c4e17',
        name: 'Harbour House',
        slug: 'harbour-house',
        permissions: [...permissions],
      },
    ],
  },
);

/** The organization behind the key. */
export async function account(app: Routes): Promise<void> {
  app.get(
    '/account',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'getAccount',
        summary: 'Get the account of this key',
        description: 'Which organization the key opens, and what it may do there. A good first request.',
        tags: ['Account'],
        response: {
          200: success(accountShape, { description: 'The organization and the key’s permissions.' }),
          ...failures(),
        },
      },
    },
    async ({ scope, apiKey }) => {
      const { id, name, slug } = scope.organization;
      return enveloped({ id, name, slug, permissions: apiKey.permissions }, scope.clock.now());
    },
  );
}
