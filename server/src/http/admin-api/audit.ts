// GET /audit: who changed what, when, from what to what. Additive (G-160).
import { type Static, Type } from 'typebox';
import type { AuditEntry } from '#core/audit/audit-entry.ts';
import { listAuditEntries } from '#core/audit/audit-log.ts';
import { customerExample } from '#http/admin-api/customers/customer-examples.ts';
import {
  envelopedPage,
  listQuery,
  momentOf,
  recordIdQuery,
  strict,
  successPage,
  timeQuery,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

const actorTypes = ['api_key', 'public_key', 'customer', 'staff', 'system'] as const;
const entryShape = Type.Object(
  {
    id: Type.String({ description: 'Record id of the entry.' }),
    action: Type.String({ description: 'What was done, such as `customer.updated`.' }),
    recordId: Type.String({ description: 'The record it was done to.' }),
    actor: Type.Object(
      {
        type: Type.Enum([...actorTypes], { description: 'What kind of actor.' }),
        id: Type.String({ description: 'Its record id, or the name of a part of the system.' }),
        name: Type.String({ description: 'What it was called then.' }),
      },
      { description: 'Who did it.' },
    ),
    changes: Type.Array(
      Type.Object({
        field: Type.String({ description: 'The field, as the record’s own answers name it.' }),
        from: Type.Optional(Type.Unknown({ description: 'What it was; left out when it had no value.' })),
        to: Type.Optional(Type.Unknown({ description: 'What it is since; left out when it has no value.' })),
      }),
      {
        description:
          'What changed. None where the event has the whole record, made or removed; without values once a person is erased.',
      },
    ),
    createdAt: Type.String({ format: 'date-time', description: 'When it was done.' }),
  },
  {
    title: 'AuditEntry',
    examples: [
      {
        id: '019d432a-b3fe-7c11-8e57-2d9a4f60b8c3',
        action: 'customer.created',
        recordId: customerExample.id,
        actor: { type: 'api_key', id: '019d4329-6a10-7cc4-8f02-6be91d40a3f8', name: 'Website' },
        changes: [],
        createdAt: '2026-03-31T09:12:45.310Z',
      },
    ],
  },
);

/** The organization's audit log. */
export async function audit(app: Routes): Promise<void> {
  app.get(
    '/audit',
    {
      config: { permission: 'audit:read' },
      schema: {
        operationId: 'listAuditEntries',
        summary: 'List the audit log',
        description:
          'Newest first: of one record, of one actor, or of everything. It is kept for good, and holds values of records, whatever else the key may read.',
        tags: ['Audit'],
        querystring: strict(
          {
            ...listQuery,
            recordId: recordIdQuery('What was done to this record.'),
            actorId: Type.Optional(
              Type.String({ minLength: 1, maxLength: 200, description: 'What this actor did.' }),
            ),
            createdAfter: timeQuery.createdAfter,
            createdBefore: timeQuery.createdBefore,
          },
          { examples: [{ recordId: customerExample.id }] },
        ),
        response: { 200: successPage(entryShape, { description: 'A page of the log.' }), ...failures() },
      },
    },
    async ({ scope, query }) => {
      const { items, nextCursor } = await listAuditEntries(scope, {
        limit: query.limit,
        cursor: query.cursor,
        recordId: query.recordId,
        actorId: query.actorId,
        createdAfter: momentOf(query.createdAfter),
        createdBefore: momentOf(query.createdBefore),
      });
      return envelopedPage(items.map(entryView), nextCursor, scope.clock.now());
    },
  );
}

function entryView({
  id,
  action,
  recordId,
  actor,
  changes,
  createdAt,
}: AuditEntry): Static<typeof entryShape> {
  return {
    id,
    action,
    recordId,
    actor: { type: actor.type, id: actor.id, name: actor.name },
    changes: changes.map(({ field, from, to }) => ({ field, from, to })),
    createdAt: createdAt.toISOString(),
  };
}
