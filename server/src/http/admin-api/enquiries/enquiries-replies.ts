// GET and POST /enquiries/{enquiryId}/replies. Additive to the contract (G-106).
import { listEnquiryReplies, replyToEnquiry } from '#core/enquiries/thread/replies.ts';
import { enquiryParams } from '#http/admin-api/enquiries/enquiries.ts';
import { enquiryReplyBody } from '#http/admin-api/enquiries/enquiry-bodies.ts';
import { enquiryReplyShape, enquiryReplyView } from '#http/admin-api/enquiries/enquiry-reply-view.ts';
import {
  enveloped,
  envelopedPage,
  listQuery,
  strict,
  success,
  successPage,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Enquiries'];

/** What was said about enquiries. */
export async function enquiriesReplies(app: Routes): Promise<void> {
  app.get(
    '/enquiries/:enquiryId/replies',
    {
      config: { permission: 'enquiries:read' },
      schema: {
        operationId: 'listEnquiryReplies',
        summary: 'List what was said about an enquiry',
        description: 'Answers of staff and of the customer, and notes; newest first.',
        tags,
        params: enquiryParams,
        querystring: strict(listQuery),
        response: {
          200: successPage(enquiryReplyShape, { description: 'A page of answers and notes.' }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params, query }) => {
      const { items, nextCursor } = await listEnquiryReplies(scope, params.enquiryId, query);
      return envelopedPage(items.map(enquiryReplyView), nextCursor, scope.clock.now());
    },
  );

  app.post(
    '/enquiries/:enquiryId/replies',
    {
      config: { permission: 'enquiries:write' },
      schema: {
        operationId: 'replyToEnquiry',
        summary: 'Answer an enquiry',
        description:
          'The answer is mailed to who asked; the first one sets `firstResponseAt`. With `internal` it is a note instead, which only staff see.',
        tags,
        params: enquiryParams,
        body: enquiryReplyBody,
        response: {
          201: success(enquiryReplyShape, { description: 'The answer or note.' }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body }, reply) => {
      const message = await replyToEnquiry(scope, params.enquiryId, body);
      reply.code(201);
      return enveloped(enquiryReplyView(message), scope.clock.now());
    },
  );
}
