// Area C, the Admin API: back-end access by API key. What every route of it shares, and the list of its routes.

import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { ApiKey } from '#core/api-keys/api-key.ts';
import { account } from '#http/admin-api/account.ts';
import { type AdminAccess, authenticate } from '#http/admin-api/authenticate.ts';
import { customers } from '#http/admin-api/customers.ts';
import { answerError, answerMissingRoute } from '#http/admin-api/errors.ts';
import { answerKeyedPostsOnce, idempotencyHeader } from '#http/admin-api/idempotency.ts';
import { metadata } from '#http/admin-api/metadata.ts';
import { documentArea } from '#http/wire/api-document.ts';
import { checkAddressText, readJsonBodies } from '#http/wire/bodies.ts';
import type { Area } from '#http/wire/request.ts';
import { compileCheck } from '#http/wire/validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key the request carries. */
    apiKey: ApiKey;
  }
}

/** The Admin API, to be mounted at /api/v1. */
export const adminApi: Area<AdminAccess> = async (app, { parts }) => {
  readJsonBodies(app);
  app.setValidatorCompiler(compileCheck);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerMissingRoute);
  app.addHook('onRoute', completeRoute);
  app.addHook('onRequest', (request, reply) => authenticate(parts, request, reply));
  app.addHook('preValidation', async ({ params, query }) => {
    checkAddressText(params);
    checkAddressText(query);
  });
  await documentArea(app, {
    title: 'Frontdesk Admin API',
    description:
      'Back-end access to one organization’s customers, orders, bookings, enquiries and tasks, by API key.',
    baseUrl: `${parts.platform.tools.urls.public}/api/v1`,
    credential: { type: 'http', scheme: 'bearer', description: 'An API key of the organization.' },
  });
  for (const routes of [account, customers, metadata]) await app.register(routes);
};

/** What every POST of the area has. */
function completeRoute(route: RouteOptions): void {
  if (route.method !== 'POST' || route.config?.permission === 'none') return;
  const declared = route.schema?.headers as { properties?: object } | undefined;
  route.schema = {
    ...route.schema,
    headers: Type.Object({ ...declared?.properties, ...idempotencyHeader }),
  };
  answerKeyedPostsOnce(route);
}
