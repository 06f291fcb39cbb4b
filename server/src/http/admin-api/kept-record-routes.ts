// What the routes of places, equipment, staff and services say of themselves: the same of every kind of record, but for
// its name and its shape.
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import {
  enveloped,
  envelopedPage,
  listQuery,
  momentOf,
  noContent,
  strict,
  success,
  successPage,
  timeQuery,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import { etagOf, ifMatchHeader } from '#http/wire/version.ts';
import type { Page } from '#kit/cursor.ts';

/** The words for a kind of record: `location`, `locations`, and where the document lists it. */
export interface RecordWords {
  one: string;
  many: string;
  /** Without an article: `staff member` is `a staff member`. */
  article?: string;
  tag: string;
}

/** What every such record has besides its own fields. */
export const keptFields = {
  version: Type.Integer({ description: 'Counts the changes; send it with a change to overwrite nobody’s.' }),
  createdAt: Type.String({ format: 'date-time', description: 'When the record was made.' }),
  updatedAt: Type.String({ format: 'date-time', description: 'When the record was last changed.' }),
};

/** Record id, as every such record has it. */
export const idField = Type.String({ description: 'Record id.' });

/** The version a change was made from, as a member of the body. */
export const versionField = Type.Optional(
  Type.Integer({ minimum: 1, description: 'The version you changed; refused if there is a newer one.' }),
);

/** The moments and the version of a record, as its view shows them. */
export function keptView(record: { version: number; createdAt: Date; updatedAt: Date }) {
  return {
    version: record.version,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

/** The path of one record. */
export function idParams<Name extends string>(name: Name, example: string) {
  const shape = Type.String({ maxLength: 64, description: 'Record id.', examples: [example] });
  return strict({ [name]: shape } as Record<Name, typeof shape>);
}

const searchQuery = {
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Words that must all occur in the name.' }),
  ),
};

/** Says of GET on the whole list how it is narrowed and what it answers. */
export function listing<Shape extends TSchema, Filters extends TProperties>(
  { many, tag }: RecordWords,
  shape: Shape,
  filters: Filters,
) {
  const querystring = strict(
    { ...listQuery, ...searchQuery, ...filters, ...timeQuery },
    { examples: [{ limit: 10 }] },
  );
  return {
    summary: `List ${many}`,
    description: 'Newest first; narrowed by words of the name and by times.',
    tags: [tag],
    querystring,
    response: { 200: successPage(shape, { description: `A page of ${many}.` }), ...failures() },
  };
}

/** Says of POST what it takes and answers. */
export function creating<Shape extends TSchema, Body extends TSchema>(
  words: RecordWords,
  shape: Shape,
  body: Body,
) {
  return {
    summary: `Create ${singular(words)}`,
    tags: [words.tag],
    body,
    response: {
      201: success(shape, { description: `The ${words.one}, as created.`, headers: ['ETag'] }),
      ...failures(409),
    },
  };
}

/** Says of GET on one record what it answers. */
export function getting<Shape extends TSchema, Params extends TSchema>(
  words: RecordWords,
  shape: Shape,
  params: Params,
) {
  return {
    summary: `Get ${singular(words)}`,
    tags: [words.tag],
    params,
    response: {
      200: success(shape, { description: `The ${words.one}.`, headers: ['ETag'] }),
      ...failures(404),
    },
  };
}

/** Says of PATCH what it takes and answers. */
export function changing<Shape extends TSchema, Params extends TSchema, Body extends TSchema>(
  words: RecordWords,
  shape: Shape,
  { params, body, example }: { params: Params; body: Body; example: Static<Shape> },
) {
  return {
    summary: `Change ${singular(words)}`,
    description: 'Only what is sent changes. Lists are replaced whole; an empty text clears.',
    tags: [words.tag],
    params,
    headers: Type.Object(ifMatchHeader),
    body,
    response: {
      200: success(shape, { description: `The ${words.one}, as changed.`, headers: ['ETag'], example }),
      ...failures(404, 409),
    },
  };
}

/** Says of DELETE what it does. */
export function removing<Params extends TSchema>(words: RecordWords, params: Params, retired: string) {
  return {
    summary: `Delete ${singular(words)}`,
    description: `For good when nothing refers to it. When something does, such as a booking, it becomes ${retired}: it can be read and changed, and is booked no more.`,
    tags: [words.tag],
    params,
    response: { 204: noContent(`The ${words.one} is gone or ${retired}.`), ...failures(404) },
  };
}

function singular({ one, article = 'a' }: RecordWords): string {
  return `${article} ${one}`;
}

interface SentQuery {
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  updatedAfter?: string | undefined;
}

/** A list's query with moments for times. */
export function momentsOf<Query extends SentQuery>(query: Query) {
  const { createdAfter, createdBefore, updatedAfter, ...rest } = query;
  return {
    ...rest,
    createdAfter: momentOf(createdAfter),
    createdBefore: momentOf(createdBefore),
    updatedAfter: momentOf(updatedAfter),
  };
}

/** A page of records in the envelope, each through its view. */
export function pageAnswer<Kept, View>(page: Page<Kept>, view: (record: Kept) => View, now: Date) {
  return envelopedPage(page.items.map(view), page.nextCursor, now);
}

/** One record in the envelope, its version in the header. */
export function recordAnswer<Kept extends { version: number }, View>(
  record: Kept,
  view: (record: Kept) => View,
  { now, reply }: { now: Date; reply: { header(name: string, value: string): unknown } },
) {
  reply.header('etag', etagOf(record.version));
  return enveloped(view(record), now);
}
