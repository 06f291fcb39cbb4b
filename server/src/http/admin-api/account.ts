// GET /account: which organization a key opens and what it may do. Source: Spec, C, GET /account.
import { Type } from 'typebox';
import { enveloped, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

const accountShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    permissions: Type.Array(Type.String({ description: 'resource:action' })),
  },
  { title: 'Account' },
);

/** The organization behind the key. */
export async function account(app: Routes): Promise<void> {
  app.get(
    '/account',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'getAccount',
        summary: 'Which organization this key opens, and what it may do',
        tags: ['Account'],
        response: { 200: success(accountShape), ...failures() },
      },
    },
    async ({ scope, apiKey }) => {
      const { id, name, slug } = scope.organization;
      return enveloped({ id, name, slug, permissions: apiKey.permissions }, scope.clock.now());
    },
  );
}
