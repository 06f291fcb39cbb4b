// Idempotency-Key on the POSTs of an area: the handler runs at most once for a key, and its answer is repeated.
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { answerOnce } from '#core/idempotency/idempotency.ts';
import { etagOf } from '#http/wire/version.ts';
import { sha256 } from '#kit/hash.ts';

/** The header, as every POST documents and checks it. */
export const idempotencyHeader = {
  'idempotency-key': Type.Optional(
    keyShape('Makes a retry safe: the same key and body get the same answer for 24 hours.'),
  ),
};

/** The header's value, for routes with a meaning of their own for it. */
export function keyShape(description: string, example = 'first-visit-2026-03-31') {
  return Type.String({
    pattern: '^[A-Za-z0-9._:-]{1,128}$',
    patternMeaning: 'have 1 to 128 letters, digits and . _ : -',
    description,
    examples: [example],
  });
}

/**
 * Wraps a POST's handler so that a keyed request takes effect once. `callerOf` names who shares keys with nobody else
 * of the organization.
 */
export function answerKeyedPostsOnce(
  route: RouteOptions,
  callerOf: (request: FastifyRequest) => string = () => '',
): void {
  if (route.method !== 'POST') return;
  const operation = route.schema?.operationId;
  if (!operation) throw new Error(`${route.url} has no operationId.`);
  const handler = route.handler;
  route.handler = async function answerKeyed(request: FastifyRequest, reply: FastifyReply) {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return handler.call(this, request, reply);
    const caller = callerOf(request);
    const keyed = {
      operation: caller ? `${operation} ${caller}` : operation,
      key,
      fingerprint: fingerprintOf(request),
    };
    const answer = await answerOnce(request.scope, keyed, async (scope) => {
      request.scope = scope;
      const body = await handler.call(this, request, reply);
      return { status: reply.statusCode, body: reply.serialize(body as object) as string };
    });
    if (answer.replayed) reply.headers({ 'idempotent-replayed': 'true', ...etagIn(answer.body) });
    return reply
      .code(answer.status)
      .header('content-type', 'application/json; charset=utf-8')
      .serializer((text: string) => text)
      .send(answer.body);
  };
}

/** The header that the first answer had and that is not kept beside the body. */
function etagIn(body: string): { etag?: string } {
  const { version } = JSON.parse(body).data ?? {};
  return typeof version === 'number' ? { etag: etagOf(version) } : {};
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
