// Area C, the Admin API: back-end access by API key. What every route of it shares, and the list of its routes.

import { readFileSync } from 'node:fs';
import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { ApiKey } from '#core/api-keys/api-key.ts';
import { account } from '#http/admin-api/account.ts';
import { answerHeaders, answerHeadersOf } from '#http/admin-api/answer-headers.ts';
import { type AdminAccess, authenticate } from '#http/admin-api/authenticate.ts';
import { customers } from '#http/admin-api/customers.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { answerError, answerMissingRoute, forbidden } from '#http/admin-api/errors.ts';
import { events } from '#http/admin-api/events.ts';
import { metadata } from '#http/admin-api/metadata.ts';
import { webhookSigningKey } from '#http/admin-api/webhook-signing-key.ts';
import { zapierSubscriptions } from '#http/admin-api/zapier-subscriptions.ts';
import { zapierSubscriptionsDeliveries } from '#http/admin-api/zapier-subscriptions-deliveries.ts';
import { documentArea } from '#http/wire/api-document.ts';
import { checkAddressText, readJsonBodies } from '#http/wire/bodies.ts';
import { answerKeyedPostsOnce, idempotencyHeader } from '#http/wire/idempotency.ts';
import type { Area } from '#http/wire/request.ts';
import { compileCheck } from '#http/wire/validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key the request carries. */
    apiKey: ApiKey;
  }
}

const introduction = readFileSync(new URL('./introduction.md', import.meta.url), 'utf8');

const tags = [
  { name: 'Account', description: 'Which organization a key opens.' },
  { name: 'Customers', description: 'The people an organization serves.' },
  { name: 'Metadata', description: 'What forms and automations need to know before they ask.' },
  { name: 'Webhooks', description: 'Being told when something happens, and catching up with it.' },
];

const allRoutes = [
  account,
  customers,
  metadata,
  zapierSubscriptions,
  zapierSubscriptionsDeliveries,
  events,
  webhookSigningKey,
];

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
    name: 'admin-api',
    title: 'Frontdesk Admin API',
    description: introduction,
    baseUrl: `${parts.platform.tools.urls.public}/api/v1`,
    tags,
    credential: {
      name: 'apiKey',
      variable: 'FRONTDESK_API_KEY',
      description: 'An API key of the organization.',
    },
    headers: answerHeaders,
    headersOf: answerHeadersOf,
  });
  for (const routes of allRoutes) await app.register(routes, { parts });
};

/** What every route of the area has because of its permission and its method. */
function completeRoute(route: RouteOptions): void {
  const { permission = 'any', undocumented } = route.config ?? {};
  if (undocumented) return;
  // A route that names no query takes none: what is sent by mistake is told, not dropped.
  const querystring = route.schema?.querystring ?? strict({});
  route.schema = { ...route.schema, querystring, response: forbiddenBy(permission, route.schema?.response) };
  if (route.method !== 'POST' || permission === 'none') return;
  const declared = route.schema.headers as { properties?: object } | undefined;
  route.schema.headers = Type.Object({ ...declared?.properties, ...idempotencyHeader });
  answerKeyedPostsOnce(route);
}

/** The responses with 403 where a permission is needed, naming it, and without it where none is. */
function forbiddenBy(permission: string, responses: unknown): object {
  const { 403: _forbidden, ...others } = responses as Record<string, object>;
  return permission === 'any' || permission === 'none' ? others : { ...others, 403: forbidden(permission) };
}
