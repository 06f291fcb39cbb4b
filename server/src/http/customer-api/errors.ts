// The Customer API's failure body, and which failures a route can answer. Source: Spec, Errors, Customer API statuses.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { type ResponseNotes, withNotes } from '#http/wire/document/response-notes.ts';
import { tellError } from '#http/wire/faults.ts';
import { Fault } from '#kit/fault.ts';

const errorShape = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: 'What is wrong and what would be right, in a sentence for people.' }),
    code: Type.Optional(Type.String({ description: 'Stable name of the error, for programs.' })),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'The property, such as phones[0].number.' }),
          code: Type.String({ description: 'Stable name of what is wrong with it.' }),
          message: Type.String({ description: 'What would be right, in words that follow the path.' }),
        }),
        { description: 'What is wrong with the request, property by property.' },
      ),
    ),
    requestId: Type.Optional(Type.String({ description: 'Names this request in our logs.' })),
  },
  { title: 'Error' },
);

interface ExampleError {
  code: string;
  error: string;
  details?: { path: string; code: string; message: string }[];
}

/** The body of a failure, as an example shows it. */
export function exampleFailure(error: ExampleError): Static<typeof errorShape> {
  const details = error.details && { details: error.details };
  return {
    success: false,
    error: error.error,
    code: error.code,
    ...details,
    requestId: 'req_4kTqZ8WbN2xYhC7mLd3R',
  };
}

const invalidEmail = 'must be an email address, like jane@example.com.';

const meanings: Record<number, ResponseNotes> = {
  400: {
    component: 'BadRequest',
    description: 'The request is at fault; `details` names what is wrong.',
    example: exampleFailure({
      code: 'invalid_field',
      error: `email ${invalidEmail}`,
      details: [{ path: 'email', code: 'invalid_field', message: invalidEmail }],
    }),
  },
  401: {
    component: 'Unauthorized',
    description: 'The token is missing, invalid or expired, or its session has ended.',
    example: exampleFailure({ code: 'token_expired', error: 'The access token has expired.' }),
  },
  403: {
    component: 'Forbidden',
    description: 'It needs a customer profile, or the origin is not one that the public key allows.',
    example: exampleFailure({ code: 'no_profile', error: 'Make your profile first, with PATCH /profile.' }),
  },
  404: {
    component: 'NotFound',
    description: 'There is no such thing of yours.',
    example: exampleFailure({
      code: 'receipt_unavailable',
      error: 'There is no receipt of this order for you.',
    }),
  },
  409: {
    component: 'Conflict',
    description: 'Another request was faster, or the Idempotency-Key was used for another request.',
    example: exampleFailure({
      code: 'idempotency_key_reused',
      error: 'This Idempotency-Key was used with another request; use a new key for a new request.',
    }),
  },
  413: {
    component: 'TooLarge',
    description: 'The picture has more than 5 MB.',
    example: exampleFailure({ code: 'file_too_large', error: 'The picture must have at most 5 MB.' }),
  },
  415: {
    component: 'UnsupportedMedia',
    description: 'The bytes are no JPEG, PNG, GIF or WebP, whatever the content type says.',
    example: exampleFailure({
      code: 'unsupported_media',
      error: 'The photo must be a JPEG, PNG, GIF or WebP file.',
    }),
  },
  429: {
    component: 'RateLimited',
    description: 'Too many requests; `Retry-After` says how many seconds to wait.',
    example: exampleFailure({
      code: 'rate_limited',
      error: 'A code was sent just now. Ask again in 42 seconds.',
    }),
  },
  500: {
    component: 'InternalError',
    description: 'Something went wrong on the server; it is logged under the request’s id.',
    example: exampleFailure({ code: 'internal', error: 'Something went wrong on our side.' }),
  },
  503: {
    component: 'Unavailable',
    description: 'The server can’t reach its database just now.',
    example: exampleFailure({
      code: 'upstream_unavailable',
      error: 'The database can’t be reached just now; try again soon.',
    }),
  },
};

/** The shapes of failures: those that every route can answer, and the given ones. */
export function failures(...statuses: number[]) {
  const all = [...new Set([...statuses, 400, 401, 429, 500, 503])].sort();
  return Object.fromEntries(
    all.map((status) => {
      const notes = meanings[status]!;
      const shape = {
        description: notes.description,
        content: { 'application/json': { schema: errorShape } },
      };
      return [status, withNotes(shape, notes)];
    }),
  );
}

/** Answers any error in the area's form. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { error: sentence, code, details } = tellError(error, request, reply);
  return reply.send({ success: false, error: sentence, code, details, requestId: request.id });
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
