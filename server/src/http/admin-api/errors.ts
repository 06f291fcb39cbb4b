// The Admin API's failure body, and which failures a route can answer. Source: Spec, Errors, Admin API statuses.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { tellError } from '#http/wire/faults.ts';
import { Fault } from '#kit/fault.ts';

const errorShape = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'What is wrong and what would be right, in a sentence.' }),
    code: Type.Optional(Type.String({ description: 'Stable name of the error, for programs.' })),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'The property, such as emails[0].address.' }),
          code: Type.String(),
          message: Type.String(),
        }),
      ),
    ),
    requestId: Type.Optional(Type.String({ description: 'Names this request in our logs.' })),
    timestamp: Type.String({ format: 'date-time' }),
  },
  { title: 'Error' },
);

const meanings: Record<number, string> = {
  400: 'Bad request; details names what is wrong.',
  401: 'Invalid or missing API key.',
  403: 'The key lacks the permission, which the error names.',
  404: 'Not found, or another organization’s.',
  409: 'Conflict: an Idempotency-Key reused with another request, or a record changed since.',
  429: 'Rate limit exceeded; Retry-After says when the window resets.',
  500: 'Internal error.',
  503: 'The database can’t be reached just now.',
};

/** The shapes of failures: those that every route with a key can answer, and the given ones. */
export function failures(...statuses: number[]) {
  const all = [...new Set([...statuses, 400, 401, 403, 429, 500, 503])].sort();
  return Object.fromEntries(
    all.map((status) => [
      status,
      { description: meanings[status], content: { 'application/json': { schema: errorShape } } },
    ]),
  );
}

/** Answers any error in the area's form. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { error: sentence, code, details } = tellError(error, request, reply);
  return reply.send({
    success: false,
    error: sentence,
    code,
    details,
    requestId: request.id,
    timestamp: new Date().toISOString(),
  });
}

/** Answers a path or method that is not there. */
export function answerMissingRoute(request: FastifyRequest): never {
  const path = request.url.split('?')[0];
  throw new Fault(
    'missing',
    'not_found',
    `There is no ${request.method} ${path}; see /docs for what there is.`,
  );
}
