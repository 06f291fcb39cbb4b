// GET and POST /enquiries, GET, PATCH and DELETE /enquiries/{enquiryId}, and bringing back what was deleted. Source: Spec,
// C, Enquiries (Admin); G-193.
import { Type } from 'typebox';
import { createEnquiry } from '#core/enquiries/create-enquiry.ts';
import { deleteEnquiry, restoreEnquiry } from '#core/enquiries/deleting/deleted-enquiries.ts';
import { getEnquiry, updateEnquiry } from '#core/enquiries/enquiries.ts';
import { type EnquiryPriority, enquiryPriorities } from '#core/enquiries/enquiry.ts';
import { listEnquiries } from '#core/enquiries/enquiry-list.ts';
import { emptied } from '#http/admin-api/clearing.ts';
import {
  clearableEnquiryFields,
  createEnquiryBody,
  updateEnquiryBody,
} from '#http/admin-api/enquiries/enquiry-bodies.ts';
import {
  changedEnquiryExample,
  enquiryExample,
  restoredEnquiryExample,
} from '#http/admin-api/enquiries/enquiry-examples.ts';
import { enquiryShape, enquiryView } from '#http/admin-api/enquiries/enquiry-view.ts';
import {
  envelopedPage,
  envelopedVersion,
  listQuery,
  momentOf,
  noContent,
  recordIdQuery,
  searchQuery,
  strict,
  success,
  successPage,
  timeQuery,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';
import { ifMatchHeader, versionOf } from '#http/wire/version.ts';

const tags = ['Enquiries'];
const listEnquiriesQuery = strict(
  {
    ...listQuery,
    status: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Key of a status.' })),
    priority: Type.Optional(
      Type.Enum([...enquiryPriorities], { description: 'How soon they want an answer.' }),
    ),
    assignedTo: recordIdQuery('Assigned to this staff member, in charge or not.'),
    customerId: recordIdQuery('Asked by this customer.'),
    search: searchQuery('Words that must all occur in number, name, email, phone or subject.'),
    ...timeQuery,
  },
  { examples: [{ status: 'new', priority: 'high' }] },
);
/** Names an enquiry in a path. */
export const enquiryParams = strict({
  enquiryId: Type.String({
    maxLength: 128,
    description: 'Record id or enquiry number.',
    examples: [enquiryExample.id],
  }),
});

/** Enquiries of the key's organization. */
export async function enquiries(app: Routes): Promise<void> {
  app.get(
    '/enquiries',
    {
      config: { permission: 'enquiries:read' },
      schema: {
        operationId: 'listEnquiries',
        summary: 'List enquiries',
        description: 'Newest first; narrowed by status, priority, who answers, who asked, words or times.',
        tags,
        querystring: listEnquiriesQuery,
        response: {
          200: successPage(enquiryShape, { description: 'A page of enquiries.' }),
          ...failures(),
        },
      },
    },
    async ({ scope, query }) => {
      const { priority, createdAfter, createdBefore, updatedAfter, ...rest } = query;
      const { items, nextCursor } = await listEnquiries(scope, {
        ...rest,
        priority: priority as EnquiryPriority | undefined,
        createdAfter: momentOf(createdAfter),
        createdBefore: momentOf(createdBefore),
        updatedAfter: momentOf(updatedAfter),
      });
      return envelopedPage(
        items.map((enquiry) => enquiryView(enquiry, scope)),
        nextCursor,
        scope.clock.now(),
      );
    },
  );

  app.post(
    '/enquiries',
    {
      config: { permission: 'enquiries:write' },
      schema: {
        operationId: 'createEnquiry',
        summary: 'Create an enquiry',
        description:
          'Needs a subject or a message. The customer is found by the email address, or made. Subscribers of `enquiry.created` are told.',
        tags,
        body: createEnquiryBody,
        response: {
          201: success(enquiryShape, { description: 'The enquiry, as created.', headers: ['ETag'] }),
          ...failures(409),
        },
      },
    },
    async ({ scope, body }, reply) => {
      const priority = body.priority as EnquiryPriority | undefined;
      const enquiry = await createEnquiry(scope, { ...body, priority });
      reply.code(201);
      return envelopedVersion(reply, enquiry, enquiryView(enquiry, scope), scope.clock.now());
    },
  );

  app.get(
    '/enquiries/:enquiryId',
    {
      config: { permission: 'enquiries:read' },
      schema: {
        operationId: 'getEnquiry',
        summary: 'Get an enquiry',
        tags,
        params: enquiryParams,
        response: {
          200: success(enquiryShape, { description: 'The enquiry.', headers: ['ETag'] }),
          ...failures(404),
        },
      },
    },
    async ({ scope, params }, reply) => {
      const enquiry = await getEnquiry(scope, params.enquiryId);
      return envelopedVersion(reply, enquiry, enquiryView(enquiry, scope), scope.clock.now());
    },
  );

  app.patch(
    '/enquiries/:enquiryId',
    {
      config: { permission: 'enquiries:write' },
      schema: {
        operationId: 'updateEnquiry',
        summary: 'Change an enquiry',
        description:
          'Only what is sent changes; lists are replaced whole. A status of category `resolved` sets `resolvedAt`. Refused with `invalid_transition` for a status that must not follow.',
        tags,
        params: enquiryParams,
        headers: Type.Object(ifMatchHeader),
        body: updateEnquiryBody,
        response: {
          200: success(enquiryShape, {
            description: 'The enquiry, as changed.',
            headers: ['ETag'],
            example: changedEnquiryExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params, body, headers }, reply) => {
      const version = versionOf(body.version, headers['if-match']);
      const priority = body.priority as EnquiryPriority | undefined;
      const changes = emptied(body, clearableEnquiryFields);
      const enquiry = await updateEnquiry(scope, params.enquiryId, { ...changes, priority, version });
      return envelopedVersion(reply, enquiry, enquiryView(enquiry, scope), scope.clock.now());
    },
  );

  app.delete(
    '/enquiries/:enquiryId',
    {
      config: { permission: 'enquiries:delete' },
      schema: {
        operationId: 'deleteEnquiry',
        summary: 'Delete an enquiry',
        description:
          'It is shown nowhere any more, and answers by mail find it no more. It can be restored for 30 days.',
        tags,
        params: enquiryParams,
        headers: Type.Object(ifMatchHeader),
        response: { 204: noContent('The enquiry is gone.'), ...failures(404, 409) },
      },
    },
    async ({ scope, params, headers }, reply) => {
      await deleteEnquiry(scope, params.enquiryId, versionOf(undefined, headers['if-match']));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/enquiries/:enquiryId/restore',
    {
      config: { permission: 'enquiries:delete' },
      schema: {
        operationId: 'restoreEnquiry',
        summary: 'Restore an enquiry',
        description: 'Brings back an enquiry that was deleted in the last 30 days, assigned to nobody.',
        tags,
        params: enquiryParams,
        response: {
          200: success(enquiryShape, {
            description: 'The enquiry.',
            headers: ['ETag'],
            example: restoredEnquiryExample,
          }),
          ...failures(404, 409),
        },
      },
    },
    async ({ scope, params }, reply) => {
      const enquiry = await restoreEnquiry(scope, params.enquiryId);
      return envelopedVersion(reply, enquiry, enquiryView(enquiry, scope), scope.clock.now());
    },
  );
}
