// The routes of places, equipment, staff and services: the same for every kind of record, but for its name and its
// shape. Each function here is a route's options: what it says of itself, and its handler.
import type { FastifyReply } from 'fastify';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { RecordQuery } from '#core/places/kept-records.ts';
import type { Scope } from '#core/scope.ts';
import {
  envelopedPage,
  envelopedVersion,
  listQuery,
  momentOf,
  noContent,
  searchQuery,
  strict,
  success,
  successPage,
  timeQuery,
} from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { WholeRoute } from '#http/wire/request.ts';
import { ifMatchHeader, versionOf } from '#http/wire/version.ts';
import type { Page } from '#kit/cursor.ts';

/** A kind of record as its routes show it. */
export interface Resource<Kept extends { version: number }, Shape extends TSchema> {
  /** `location`, `locations`. */
  one: string;
  many: string;
  /** What stands before `one`; `a`, unless said otherwise. */
  article?: string;
  /** Where the document lists it. */
  tag: string;
  /** Whose permissions its routes ask for. */
  area: 'places' | 'staff' | 'services';
  /** What its id is called in paths. */
  idName: string;
  shape: Shape;
  view(record: Kept): Static<Shape>;
  example: Static<Shape> & { id: string };
  /** The record after the change that the example of PATCH makes. */
  changedExample: Static<Shape>;
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

const searched = { search: searchQuery('Words that must all occur in the name.') };

type SentQuery = Static<TObject<typeof listQuery & typeof searched & typeof timeQuery>>;

/** GET on the whole list, narrowed by `filters` too. Here and below, the operation’s name is the route’s operationId. */
export function listRoute<
  Kept extends { version: number },
  Shape extends TSchema,
  Filters extends TProperties,
>(
  { many, tag, area, shape, view }: Resource<Kept, Shape>,
  list: (scope: Scope, query: RecordQuery & Static<TObject<Filters>>) => Promise<Page<Kept>>,
  filters: Filters,
): WholeRoute {
  return {
    config: { permission: `${area}:read` },
    schema: {
      operationId: list.name,
      summary: `List ${many}`,
      description: 'Newest first; narrowed by words of the name and by times.',
      tags: [tag],
      querystring: strict(
        { ...listQuery, ...searched, ...filters, ...timeQuery },
        { examples: [{ limit: 10 }] },
      ),
      response: { 200: successPage(shape, { description: `A page of ${many}.` }), ...failures() },
    },
    handler: async ({ scope, query }) => {
      const { createdAfter, createdBefore, updatedAfter, ...rest } = query as SentQuery &
        Static<TObject<Filters>>;
      const times = {
        createdAfter: momentOf(createdAfter),
        createdBefore: momentOf(createdBefore),
        updatedAfter: momentOf(updatedAfter),
      };
      const { items, nextCursor } = await list(scope, { ...rest, ...times } as never);
      return envelopedPage(items.map(view), nextCursor, scope.clock.now());
    },
  };
}

/** POST. `inputOf` makes of the body what the operation takes; without it, the body is that. */
export function createRoute<
  Kept extends { version: number },
  Shape extends TSchema,
  Body extends TSchema,
  Input = Static<Body>,
>(
  resource: Resource<Kept, Shape>,
  create: (scope: Scope, input: NoInfer<Input>) => Promise<Kept>,
  body: Body,
  inputOf = (sent: Static<Body>) => sent as Input,
): WholeRoute {
  const { one, tag, area, shape } = resource;
  return {
    config: { permission: `${area}:write` },
    schema: {
      operationId: create.name,
      summary: `Create ${singular(resource)}`,
      tags: [tag],
      body,
      response: {
        201: success(shape, { description: `The ${one}, as created.`, headers: ['ETag'] }),
        ...failures(409),
      },
    },
    handler: async ({ scope, body }, reply) => {
      const record = await create(scope, inputOf(body as Static<Body>));
      reply.code(201);
      return answer(resource, record, scope, reply);
    },
  };
}

/** GET on one record. */
export function getRoute<Kept extends { version: number }, Shape extends TSchema>(
  resource: Resource<Kept, Shape>,
  get: (scope: Scope, id: string) => Promise<Kept>,
): WholeRoute {
  const { one, tag, area, shape } = resource;
  return {
    config: { permission: `${area}:read` },
    schema: {
      operationId: get.name,
      summary: `Get ${singular(resource)}`,
      tags: [tag],
      params: idParams(resource),
      response: {
        200: success(shape, { description: `The ${one}.`, headers: ['ETag'] }),
        ...failures(404),
      },
    },
    handler: async ({ scope, params }, reply) =>
      answer(resource, await get(scope, idIn(params)), scope, reply),
  };
}

/** PATCH. `inputOf` as in `createRoute`. */
export function changeRoute<
  Kept extends { version: number },
  Shape extends TSchema,
  Body extends TSchema,
  Input = Static<Body>,
>(
  resource: Resource<Kept, Shape>,
  change: (
    scope: Scope,
    id: string,
    update: NoInfer<Input> & { version: number | undefined },
  ) => Promise<Kept>,
  body: Body,
  inputOf = (sent: Static<Body>) => sent as Input,
): WholeRoute {
  const { one, tag, area, shape, changedExample: example } = resource;
  return {
    config: { permission: `${area}:write` },
    schema: {
      operationId: change.name,
      summary: `Change ${singular(resource)}`,
      description: 'Only what is sent changes. Lists are replaced whole; an empty text clears.',
      tags: [tag],
      params: idParams(resource),
      headers: Type.Object(ifMatchHeader),
      body,
      response: {
        200: success(shape, { description: `The ${one}, as changed.`, headers: ['ETag'], example }),
        ...failures(404, 409),
      },
    },
    handler: async ({ scope, params, body, headers }, reply) => {
      const sent = body as Static<Body> & { version?: number };
      const version = versionOf(sent.version, headers['if-match']);
      const record = await change(scope, idIn(params), { ...inputOf(sent), version });
      return answer(resource, record, scope, reply);
    },
  };
}

/** DELETE. `retired` is what a record becomes that something refers to. */
export function deleteRoute<Kept extends { version: number }, Shape extends TSchema>(
  resource: Resource<Kept, Shape>,
  remove: (scope: Scope, id: string, version: number | undefined) => Promise<unknown>,
  retired: 'archived' | 'inactive',
): WholeRoute {
  const { one, tag, area } = resource;
  return {
    config: { permission: `${area}:write` },
    schema: {
      operationId: remove.name,
      summary: `Delete ${singular(resource)}`,
      description: `For good when nothing refers to it. When something does, such as a booking, it becomes ${retired}: it can be read and changed, and is booked no more.`,
      tags: [tag],
      params: idParams(resource),
      headers: Type.Object(ifMatchHeader),
      response: { 204: noContent(`The ${one} is gone or ${retired}.`), ...failures(404, 409) },
    },
    handler: async ({ scope, params, headers }, reply) => {
      await remove(scope, idIn(params), versionOf(undefined, headers['if-match'] as string | undefined));
      return reply.code(204).send(null);
    },
  };
}

/** The path of one record. */
export function idParams<Kept extends { version: number }, Shape extends TSchema>({
  idName,
  example,
}: Resource<Kept, Shape>) {
  const shape = Type.String({ maxLength: 64, description: 'Record id.', examples: [example.id] });
  return strict({ [idName]: shape });
}

/** The id in such a path. */
export function idIn(params: unknown): string {
  return Object.values(params as Record<string, string>)[0]!;
}

function singular({ one, article = 'a' }: { one: string; article?: string }): string {
  return article === '' ? one : `${article} ${one}`;
}

function answer<Kept extends { version: number }, Shape extends TSchema>(
  { view }: Resource<Kept, Shape>,
  record: Kept,
  scope: Scope,
  reply: FastifyReply,
) {
  return envelopedVersion(reply, record, view(record), scope.clock.now());
}
