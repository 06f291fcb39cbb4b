// The Admin API's success body and paging, as shapes and as values. Source: Spec, Endpoints, Conventions.
import type { FastifyReply } from 'fastify';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { searchLengthMax } from '#core/customers/customer-search.ts';
import { withNotes } from '#http/wire/document/response-notes.ts';
import { etagOf } from '#http/wire/version.ts';

/** When the answers of examples were made. */
export const exampleTime = '2026-03-31T09:12:45.310Z';

/** What the document says of a success: what `data` is, which extra headers it has, and an example of `data`. */
export interface SuccessNotes<Data> {
  description: string;
  headers?: string[];
  /** Without one, the first example of the shape. */
  example?: Data;
}

/** The body of a success with one record or document. */
export function success<Data extends TSchema>(data: Data, notes: SuccessNotes<Static<Data>>) {
  const shape = Type.Object({ success: Type.Literal(true), data, timestamp: timestampShape });
  const { description, headers, example = firstExample(data) } = notes;
  const body = { success: true, data: example, timestamp: exampleTime };
  return withNotes(shape, { description, headers, example: example === undefined ? undefined : body });
}

/** The body of a page of a list. The example is of the records on the page, with the cursor that follows them. */
export function successPage<Item extends TSchema>(
  item: Item,
  notes: SuccessNotes<Static<Item>[]> & { nextCursor?: string },
) {
  const shape = Type.Object({
    success: Type.Literal(true),
    data: Type.Array(item),
    pagination: paginationShape,
    timestamp: timestampShape,
  });
  const { description, headers, example = [firstExample(item)] } = notes;
  const pagination = { hasMore: notes.nextCursor !== undefined, nextCursor: notes.nextCursor };
  return withNotes(shape, {
    description,
    headers,
    example: {
      success: true,
      data: example,
      pagination: { ...pagination, pageSize: example.length },
      timestamp: exampleTime,
    },
  });
}

/** The empty body of a success that has nothing to say. */
export function noContent(description: string) {
  return withNotes(Type.Null(), { description });
}

function firstExample(shape: TSchema): unknown {
  return (shape as { examples?: unknown[] }).examples?.[0];
}

const timestampShape = Type.String({ format: 'date-time', description: 'When the answer was made.' });

const paginationShape = Type.Object({
  hasMore: Type.Boolean({ description: 'Whether another page follows.' }),
  nextCursor: Type.Optional(Type.String({ description: 'Pass it as cursor to get the next page.' })),
  pageSize: Type.Integer({ description: 'How many records this page holds.' }),
});

/** One record or document, in the envelope. */
export function enveloped<Data>(data: Data, now: Date) {
  return { success: true as const, data, timestamp: now.toISOString() };
}

/** One record that counts its changes, in the envelope, with the count as the answer's ETag. */
export function envelopedVersion<Data>(
  reply: FastifyReply,
  record: { version: number },
  data: Data,
  now: Date,
) {
  reply.header('etag', etagOf(record.version));
  return enveloped(data, now);
}

/** A page of a list, in the envelope. */
export function envelopedPage<Item>(items: Item[], nextCursor: string | undefined, now: Date) {
  return {
    success: true as const,
    data: items,
    pagination: { hasMore: nextCursor !== undefined, nextCursor, pageSize: items.length },
    timestamp: now.toISOString(),
  };
}

/** A shape that refuses properties it does not name. */
export function strict<Properties extends TProperties>(
  properties: Properties,
  options: object = {},
): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** The query of every list: limit and cursor, and the times that every list can be narrowed by. */
export const listQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Records on a page.' }),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the previous page.' })),
};

/** Narrows a list by when records were made and last changed. */
export const timeQuery = {
  createdAfter: Type.Optional(
    Type.String({ format: 'date-time', description: 'Made at this time or later.' }),
  ),
  createdBefore: Type.Optional(Type.String({ format: 'date-time', description: 'Made before this time.' })),
  updatedAfter: Type.Optional(
    Type.String({ format: 'date-time', description: 'Changed at this time or later.' }),
  ),
};

/** Narrows a list to what `description` says of the words; text without one is refused. */
export function searchQuery(description: string, maxLength: number = searchLengthMax) {
  return Type.Optional(
    Type.String({ pattern: '\\S', patternMeaning: 'hold a word', maxLength, description }),
  );
}

/** Narrows a list to what belongs to a record: one that is not there leaves nothing, text that is no id is refused. */
export function recordIdQuery(description: string) {
  return Type.Optional(Type.String({ format: 'uuid', description: `${description} A record id.` }));
}

/** The moment a query names, or `undefined`. */
export function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
