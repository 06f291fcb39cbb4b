// GET and POST /enquiries, GET /enquiries/{enquiryId} and POST /enquiries/{enquiryId}/replies. Source: Spec, A, GET
// /enquiries and POST /enquiries; the last two are additive (G-109).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { EnquiryPriority } from '#core/enquiries/enquiry.ts';
import {
  getOwnEnquiry,
  listOwnEnquiries,
  replyToOwnEnquiry,
  sendEnquiry,
} from '#core/enquiries/own-enquiries.ts';
import { countPublicEnquiry } from '#core/enquiries/public-enquiries.ts';
import { type CustomerAccess, limitStranger, publicScope } from '#http/customer-api/authenticate.ts';
import {
  ownReplyBody,
  sendEnquiryBody,
  sentEnquiryNotes,
  sentEnquiryShape,
  sentEnquiryView,
} from '#http/customer-api/enquiries/enquiry-bodies.ts';
import {
  enquiryExample,
  enquiryReplyShape,
  enquiryReplyView,
  enquiryShape,
  enquiryView,
} from '#http/customer-api/enquiries/enquiry-view.ts';
import { enveloped, strict, success } from '#http/customer-api/envelope.ts';
import { failures } from '#http/customer-api/errors.ts';
import { sendStandings } from '#http/wire/rate-headers.ts';
import type { Routes } from '#http/wire/request.ts';
import { Fault } from '#kit/fault.ts';

const tags = ['Enquiries'];
const params = strict({
  enquiryId: Type.String({ maxLength: 64, description: 'Record id.', examples: [enquiryExample.id] }),
});
const publicHeaders = Type.Object({
  origin: Type.Optional(
    Type.String({
      maxLength: 2_048,
      description:
        'The page’s origin. Browsers send it by themselves; a public key needs one that it allows.',
      examples: ['https://www.example.com'],
    }),
  ),
});
const enquiriesShape = Type.Object({
  enquiries: Type.Array(enquiryShape),
  hasMore: Type.Boolean({ description: 'Whether another page follows.' }),
  nextCursor: Type.Optional(Type.String({ description: 'Pass it as cursor to get the next page.' })),
});
const threadShape = Type.Object({
  enquiry: enquiryShape,
  replies: Type.Array(enquiryReplyShape, { description: 'The last answers, the oldest first.' }),
});
const replyShape = Type.Object({ enquiry: enquiryShape, reply: enquiryReplyShape });
const replyExample = (enquiryReplyShape as { examples?: object[] }).examples![0]!;

/** The customer's own enquiries, and new ones of anybody. */
export async function enquiries(app: Routes, { access }: { access: CustomerAccess }): Promise<void> {
  app.get(
    '/enquiries',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'listOwnEnquiries',
        summary: 'List your enquiries',
        description: 'Newest first. Without a profile there are none.',
        tags,
        querystring: strict({
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Enquiries on a page.' }),
          cursor: Type.Optional(
            Type.String({ maxLength: 200, description: '`nextCursor` of the previous page.' }),
          ),
          status: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 64,
              description: 'Where they stand; one of the statuses there are.',
            }),
          ),
        }),
        response: {
          200: success(enquiriesShape, {
            description: 'A page of enquiries.',
            example: { enquiries: [enquiryExample], hasMore: false },
          }),
          ...failures(),
        },
      },
    },
    async ({ scope, standing, query }) => {
      const { items, nextCursor } = await listOwnEnquiries(scope, standing.customerId, query);
      const hasMore = nextCursor !== undefined;
      return enveloped({ enquiries: items.map(enquiryView), hasMore, nextCursor });
    },
  );

  app.post(
    '/enquiries',
    {
      config: { permission: 'any', tokenOptional: true },
      preHandler: (request, reply) => openPublicScope(access, request, reply),
      schema: {
        operationId: 'sendEnquiry',
        summary: 'Send an enquiry',
        description:
          'Signed in, or from a web page with the organization’s public key. Beside the numbers and ids, the answer holds only what was sent: whatever else the organization knows of the address stays with it.',
        tags,
        headers: publicHeaders,
        body: sendEnquiryBody,
        response: {
          201: success(sentEnquiryShape, { description: 'The enquiry is in.', ...sentEnquiryNotes }),
          ...failures(403, 409),
        },
      },
    },
    async ({ scope, standing, body }, reply) => {
      const { customer, enquiry } = body;
      const priority = enquiry.priority as EnquiryPriority | undefined;
      const sent = { customer, enquiry: { ...enquiry, priority } };
      const receipt = await sendEnquiry(scope, sent, standing);
      reply.code(201);
      const { data, ...beside } = sentEnquiryView(receipt, customer.email);
      return { ...enveloped(data), ...beside };
    },
  );

  app.get(
    '/enquiries/:enquiryId',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'getOwnEnquiry',
        summary: 'Get an enquiry of yours',
        description: 'With what was answered, by either side.',
        tags,
        params,
        response: {
          200: success(threadShape, {
            description: 'The enquiry and its answers.',
            example: { enquiry: enquiryExample, replies: [replyExample] } as never,
          }),
          ...failures(404),
        },
      },
    },
    async ({ scope, standing, params }) => {
      const { enquiry, replies } = await getOwnEnquiry(scope, standing.customerId, params.enquiryId);
      return enveloped({ enquiry: enquiryView(enquiry), replies: replies.map(enquiryReplyView) });
    },
  );

  app.post(
    '/enquiries/:enquiryId/replies',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'replyToOwnEnquiry',
        summary: 'Answer in an enquiry of yours',
        description:
          'Opens it again if it was waiting, resolved or closed not long ago. If it is over, your answer begins a new enquiry, which is then the one in the answer.',
        tags,
        params,
        body: ownReplyBody,
        response: {
          201: success(replyShape, {
            description: 'Your answer, and the enquiry it belongs to.',
            example: { enquiry: enquiryExample, reply: { ...replyExample, from: 'customer' } } as never,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, standing, params, body }, reply) => {
      const placed = await replyToOwnEnquiry(scope, standing.customerId, params.enquiryId, body);
      reply.code(201);
      return enveloped({ enquiry: enquiryView(placed.enquiry), reply: enquiryReplyView(placed.message) });
    },
  );
}

/** Opens the scope of a request that nobody is signed in for, by its public key, and counts it. */
async function openPublicScope(
  access: CustomerAccess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.standing) return;
  try {
    request.scope = await publicScope(access, request);
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'unauthenticated') throw error;
    await limitStranger(access, request, reply, error);
  }
  const { scope, ip } = request;
  const { standings, refusal } = await countPublicEnquiry(scope, { ip, key: scope.actor.id });
  sendStandings(reply, standings);
  if (refusal) throw refusal;
}
