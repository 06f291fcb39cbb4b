// Area A, the Customer API: one signed-in customer reads and changes their own things. What every route of it shares,
// and the list of its routes.
import { readFileSync } from 'node:fs';
import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { answerHeaders, answerHeadersOf } from '#http/customer-api/answer-headers.ts';
import { authenticateCustomer, type CustomerAccess } from '#http/customer-api/authenticate.ts';
import { availability } from '#http/customer-api/bookings/availability.ts';
import { bookingTicket } from '#http/customer-api/bookings/booking-ticket.ts';
import { bookings } from '#http/customer-api/bookings/bookings.ts';
import { allowOrigins } from '#http/customer-api/cors.ts';
import { enquiries } from '#http/customer-api/enquiries/enquiries.ts';
import { answerError, answerMissingRoute } from '#http/customer-api/errors.ts';
import { orders } from '#http/customer-api/orders/orders.ts';
import { receipt } from '#http/customer-api/orders/receipt.ts';
import { profile } from '#http/customer-api/profile/profile.ts';
import { profileEmailVerification } from '#http/customer-api/profile/profile-email-verification.ts';
import { profilePhoto } from '#http/customer-api/profile/profile-photo.ts';
import { refresh } from '#http/customer-api/sign-in/refresh.ts';
import { signIn } from '#http/customer-api/sign-in/sign-in.ts';
import { signOut } from '#http/customer-api/sign-in/sign-out.ts';
import { checkAddressText, readJsonBodies } from '#http/wire/bodies.ts';
import { documentArea } from '#http/wire/document/api-document.ts';
import { answerKeyedPostsOnce, idempotencyHeader } from '#http/wire/idempotency.ts';
import type { Area } from '#http/wire/request.ts';
import { compileCheck } from '#http/wire/validation.ts';

const introduction = readFileSync(new URL('./introduction.md', import.meta.url), 'utf8');
const tags = [
  { name: 'Sign-in', description: 'Getting, renewing and ending tokens.' },
  { name: 'Bookings', description: 'When the signed-in customer comes.' },
  { name: 'Orders', description: 'What the signed-in customer has bought.' },
  { name: 'Enquiries', description: 'What the signed-in customer asks, and anybody from a web page.' },
  { name: 'Profile', description: 'What the organization knows of the signed-in customer.' },
];

const allRoutes = [
  signIn,
  refresh,
  signOut,
  profile,
  profileEmailVerification,
  profilePhoto,
  bookings,
  bookingTicket,
  availability,
  orders,
  enquiries,
  receipt,
];

/** The Customer API, to be mounted at /api/client/v1. */
export const customerApi: Area<CustomerAccess> = async (app, { parts: access }) => {
  readJsonBodies(app);
  app.setValidatorCompiler(compileCheck);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerMissingRoute);
  app.addHook('onRoute', completeRoute);
  app.addHook('onRequest', (request, reply) => authenticateCustomer(access, request, reply));
  app.addHook('preValidation', ({ params, query }, _reply, done) => {
    checkAddressText(params);
    checkAddressText(query);
    done();
  });
  allowOrigins(app, access);
  await documentArea(app, {
    name: 'customer-api',
    title: 'Frontdesk Customer API',
    description: introduction,
    baseUrl: `${access.platform.tools.urls.public}/api/client/v1`,
    tags,
    credential: {
      name: 'accessToken',
      variable: 'ACCESS_TOKEN',
      description: 'An access token of a signed-in customer.',
    },
    headers: answerHeaders,
    headersOf: answerHeadersOf,
  });
  for (const routes of allRoutes) await app.register(routes, { access });
};

/** What every POST of a signed-in customer has. A key means something only to the account, or public key, that sent it. */
function completeRoute(route: RouteOptions): void {
  const { permission = 'any', undocumented } = route.config ?? {};
  if (undocumented || route.method !== 'POST' || permission === 'none') return;
  const declared = route.schema?.headers as { properties?: object } | undefined;
  route.schema = { ...route.schema, headers: Type.Object({ ...declared?.properties, ...idempotencyHeader }) };
  answerKeyedPostsOnce(route, ({ standing, scope }) => standing?.session.accountId ?? scope.actor.id);
}
