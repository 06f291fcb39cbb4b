// The Admin API's failure body, and which failures a route can answer. Source: Spec, Errors, Admin API statuses.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { answerHeaders } from '#http/admin-api/answer-headers.ts';
import { keyInvalid, keyMissing, permissionMissing, rateLimited } from '#http/admin-api/authenticate.ts';
import { exampleTime } from '#http/admin-api/envelope.ts';
import type { NamedExample } from '#http/wire/document/open-api.ts';
import { type ResponseNotes, withNotes } from '#http/wire/document/response-notes.ts';
import { databaseAway, internalError, tellError } from '#http/wire/faults.ts';
import { Fault, invalidField, missing } from '#kit/fault.ts';

const errorShape = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'What is wrong and what would be right, in a sentence.' }),
    code: Type.Optional(Type.String({ description: 'Stable name of the error, for programs.' })),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'The property, such as emails[0].address.' }),
          code: Type.String({ description: 'Stable name of what is wrong with it.' }),
          message: Type.String({ description: 'What would be right, in words that follow the path.' }),
        }),
        { description: 'What is wrong with the request, property by property.' },
      ),
    ),
    requestId: Type.Optional(Type.String({ description: 'Names this request in our logs.' })),
    timestamp: Type.String({ format: 'date-time', description: 'When the answer was made.' }),
  },
  { title: 'Error' },
);

type TellableFault = Pick<Fault, 'code' | 'message'> & Partial<Pick<Fault, 'details'>>;

/** The body of a failure, as an example shows it. */
export function exampleFailure({ code, message, details }: TellableFault): Static<typeof errorShape> {
  const requestId = answerHeaders['X-Request-Id']!.example as string;
  return {
    success: false,
    error: message,
    code,
    ...(details && { details }),
    requestId,
    timestamp: exampleTime,
  };
}

/** Which failures there are, each the same wherever it occurs. */
const meanings: Record<number, ResponseNotes> = {
  400: {
    component: 'BadRequest',
    description: 'The request is at fault; `details` names what is wrong.',
    examples: {
      invalid_field: example(
        'A value that can’t be',
        invalidField('emails[0].address', 'must be an email address, like jane@example.com.'),
      ),
      invalid_cursor: example(
        'A cursor that no list gave',
        invalidField('cursor', 'must be the nextCursor of the previous page.', 'invalid_cursor'),
      ),
    },
  },
  401: {
    component: 'Unauthorized',
    description: 'There is no API key, or it is unknown, expired or revoked.',
    examples: {
      token_missing: example('No key', keyMissing()),
      api_key_invalid: example('A key that opens nothing', keyInvalid()),
    },
  },
  403: { description: 'The key lacks the permission, which the error names.' },
  404: {
    component: 'NotFound',
    description: 'It does not exist, or belongs to another organization.',
    example: exampleFailure(missing('The customer')),
  },
  409: {
    component: 'Conflict',
    description: 'The record changed since, or the Idempotency-Key was used for another request.',
    examples: {
      version_conflict: example(
        'The record changed since',
        conflict(
          'version_conflict',
          'The customer has changed since: it has version 2, not 1. Read it again first.',
        ),
      ),
      idempotency_key_reused: example(
        'The Idempotency-Key was used for another request',
        conflict(
          'idempotency_key_reused',
          'This Idempotency-Key was used with another request; use a new key for a new request.',
        ),
      ),
    },
  },
  429: {
    component: 'RateLimited',
    description: 'The key has used its requests of this hour.',
    example: exampleFailure(rateLimited(1000, 1843)),
  },
  500: {
    component: 'InternalError',
    description: 'Something went wrong on the server; it is logged under the request’s id.',
    example: exampleFailure({ code: internalError.code, message: internalError.error }),
  },
  503: {
    component: 'Unavailable',
    description: 'The server can’t reach its database just now.',
    example: exampleFailure(databaseAway()),
  },
};

function example(summary: string, fault: Fault): NamedExample {
  return { summary, value: exampleFailure(fault) };
}

function conflict(code: string, sentence: string): Fault {
  return new Fault('conflict', code, sentence);
}

/** A failure's shape for one route, with what it means there. */
export function failure(notes: ResponseNotes) {
  const { description } = notes;
  return withNotes({ description, content: { 'application/json': { schema: errorShape } } }, notes);
}

/** The shapes of failures: those that every route with a key can answer, and the given ones. */
export function failures(...statuses: number[]) {
  const all = [...new Set([...statuses, 400, 401, 403, 429, 500, 503])].sort();
  return Object.fromEntries(all.map((status) => [status, failure(meanings[status]!)]));
}

/** The shape of what a key without this permission is answered. */
export function forbidden(permission: string) {
  const description = `The key lacks \`${permission}\`.`;
  return failure({ description, example: exampleFailure(permissionMissing(permission)) });
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
