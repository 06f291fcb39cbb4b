// Area C, the Admin API: back-end access by API key. What every route of it shares, and the list of its routes.

import { readFileSync } from 'node:fs';
import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { account } from '#http/admin-api/account.ts';
import { answerHeaders, answerHeadersOf } from '#http/admin-api/answer-headers.ts';
import { audit } from '#http/admin-api/audit.ts';
import { type AdminAccess, authenticate } from '#http/admin-api/authenticate.ts';
import { availability } from '#http/admin-api/availability/availability.ts';
import { holds } from '#http/admin-api/availability/holds.ts';
import { bookingSeries } from '#http/admin-api/bookings/booking-series.ts';
import { bookings } from '#http/admin-api/bookings/bookings.ts';
import { bookingsHistory } from '#http/admin-api/bookings/bookings-history.ts';
import { bookingsTicket } from '#http/admin-api/bookings/bookings-ticket.ts';
import { companies } from '#http/admin-api/companies/companies.ts';
import { customers } from '#http/admin-api/customers/customers.ts';
import { customersErase } from '#http/admin-api/customers/customers-erase.ts';
import { customersExport } from '#http/admin-api/customers/customers-export.ts';
import { customersMerge } from '#http/admin-api/customers/customers-merge.ts';
import { customersMerges } from '#http/admin-api/customers/customers-merges.ts';
import { enquiries } from '#http/admin-api/enquiries/enquiries.ts';
import { enquiriesReplies } from '#http/admin-api/enquiries/enquiries-replies.ts';
import { inboundMail } from '#http/admin-api/enquiries/inbound-mail.ts';
import { metadataEnquiries } from '#http/admin-api/enquiries/metadata-enquiries.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { answerError, answerMissingRoute, forbidden } from '#http/admin-api/errors.ts';
import { metadata } from '#http/admin-api/metadata.ts';
import { orders } from '#http/admin-api/orders/orders.ts';
import { ordersPayments } from '#http/admin-api/orders/orders-payments.ts';
import { ordersRefunds } from '#http/admin-api/orders/orders-refunds.ts';
import { equipment } from '#http/admin-api/places/equipment.ts';
import { locations } from '#http/admin-api/places/locations.ts';
import { sublocations } from '#http/admin-api/places/sublocations.ts';
import { serviceCategories } from '#http/admin-api/services/service-categories.ts';
import { services } from '#http/admin-api/services/services.ts';
import { staff } from '#http/admin-api/services/staff.ts';
import { companiesStoreCredit } from '#http/admin-api/store-credit/companies-store-credit.ts';
import { customersStoreCredit } from '#http/admin-api/store-credit/customers-store-credit.ts';
import { storeCredit } from '#http/admin-api/store-credit/store-credit.ts';
import { taskCategories } from '#http/admin-api/tasks/task-categories.ts';
import { tasks } from '#http/admin-api/tasks/tasks.ts';
import { events } from '#http/admin-api/webhooks/events.ts';
import { webhookSigningKey } from '#http/admin-api/webhooks/webhook-signing-key.ts';
import { webhookSubscriptions } from '#http/admin-api/webhooks/webhook-subscriptions.ts';
import { webhookSubscriptionsDeliveries } from '#http/admin-api/webhooks/webhook-subscriptions-deliveries.ts';
import { webhookSubscriptionsReplay } from '#http/admin-api/webhooks/webhook-subscriptions-replay.ts';
import { webhookSubscriptionsSecret } from '#http/admin-api/webhooks/webhook-subscriptions-secret.ts';
import { zapierSubscriptions } from '#http/admin-api/webhooks/zapier-subscriptions.ts';
import { checkAddressText, readJsonBodies } from '#http/wire/bodies.ts';
import { documentArea } from '#http/wire/document/api-document.ts';
import { answerKeyedPostsOnce, idempotencyHeader } from '#http/wire/idempotency.ts';
import type { Area } from '#http/wire/request.ts';
import { compileCheck } from '#http/wire/validation.ts';

const introduction = readFileSync(new URL('./introduction.md', import.meta.url), 'utf8');

const tags = [
  { name: 'Account', description: 'Which organization a key opens.' },
  { name: 'Customers', description: 'The people an organization serves.' },
  { name: 'Companies', description: 'The companies an organization serves.' },
  { name: 'Store credit', description: 'What customers and companies have to spend, and its ledger.' },
  { name: 'Orders', description: 'What customers buy, pay and get back.' },
  { name: 'Bookings', description: 'Who comes when, for which service, and where.' },
  { name: 'Enquiries', description: 'What people ask, and what they are answered.' },
  { name: 'Tasks', description: 'What staff have to do and to know.' },
  { name: 'Places', description: 'Where an organization serves its customers, and with what.' },
  { name: 'Staff', description: 'The people who work for an organization.' },
  { name: 'Services', description: 'What can be booked, and on which terms.' },
  { name: 'Metadata', description: 'What forms and automations need to know before they ask.' },
  { name: 'Audit', description: 'Who changed what, when, from what to what.' },
  { name: 'Webhooks', description: 'Being told when something happens, and catching up with it.' },
];

const allRoutes = [
  account,
  customers,
  companies,
  customersErase,
  customersExport,
  customersMerge,
  customersMerges,
  customersStoreCredit,
  companiesStoreCredit,
  storeCredit,
  orders,
  ordersPayments,
  ordersRefunds,
  bookings,
  bookingsHistory,
  bookingsTicket,
  bookingSeries,
  availability,
  holds,
  enquiries,
  enquiriesReplies,
  inboundMail,
  tasks,
  taskCategories,
  locations,
  sublocations,
  equipment,
  staff,
  serviceCategories,
  services,
  metadata,
  metadataEnquiries,
  zapierSubscriptions,
  webhookSubscriptions,
  webhookSubscriptionsDeliveries,
  webhookSubscriptionsReplay,
  webhookSubscriptionsSecret,
  events,
  audit,
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
  app.addHook('preValidation', ({ params, query }, _reply, done) => {
    checkAddressText(params);
    checkAddressText(query);
    done();
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
  const { permission = 'any', undocumented, keepsAnswers } = route.config ?? {};
  if (undocumented) return;
  // A route that names no query takes none: what is sent by mistake is told, not dropped.
  const querystring = route.schema?.querystring ?? strict({});
  route.schema = { ...route.schema, querystring, response: forbiddenBy(permission, route.schema?.response) };
  if (route.method !== 'POST' || permission === 'none' || keepsAnswers) return;
  const declared = route.schema.headers as { properties?: object } | undefined;
  route.schema.headers = Type.Object({ ...declared?.properties, ...idempotencyHeader });
  answerKeyedPostsOnce(route);
}

/** The responses with 403 where a permission is needed, naming it, and without it where none is. */
function forbiddenBy(permission: string, responses: unknown): object {
  const { 403: _forbidden, ...others } = responses as Record<string, object>;
  return permission === 'any' || permission === 'none' ? others : { ...others, 403: forbidden(permission) };
}
