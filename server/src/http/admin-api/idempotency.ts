// Idempotency-Key on every POST of the area: the handler runs at most once for a key, and its answer is repeated.
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { answerOnce } from '#core/idempotency/idempotency.ts';
import { sha256 } from '#kit/hash.ts';

/** The header, as every POST documents and checks it. */
export const idempotencyHeader = {
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._:-]{1,128}$',
      patternMeaning: 'have 1 to 128 letters, digits and . _ : -',
      description: 'Makes a retry safe: the same key and body get the same answer for 24 hours.',
    }),
  ),
};

/** Wraps a POST's handler so that a keyed request takes effect once. */
export function answerKeyedPostsOnce(route: RouteOptions): void {
  if (route.method !== 'POST') return;
  const operation = route.schema?.operationId;
  if (!operation) throw new Error(`${route.url} has no operationId.`);
  const handler = route.handler;
  route.handler = async function answerKeyed(request: FastifyRequest, reply: FastifyReply) {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return handler.call(this, request, reply);
    const keyed = { operation, key, fingerprint: fingerprintOf(request) };
    const answer = await answerOnce(request.scope, keyed, async (scope) => {
      request.scope = scope;
      const body = await handler.call(this, request, reply);
      return { status: reply.statusCode, body: reply.serialize(body as object) as string };
    });
    if (answer.replayed) reply.header('idempotent-replayed', 'true');
    return reply
      .code(answer.status)
      .header('content-type', 'application/json; charset=utf-8')
      .serializer((text: string) => text)
      .send(answer.body);
  };
}

function fingerprintOf(request: FastifyRequest): Buffer {
  return sha256(JSON.stringify([canonical(request.params), canonical(request.body)]));
}

/** The value with the properties of every object in one order, so that the same request has one fingerprint. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, canonical(member)]));
}
