// What every area makes of an error before it puts it into its own form: a status, a code, a sentence, details.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isConnectionFault, isReferenced } from '#db/tx.ts';
import { Fault, type FaultDetail, type FaultKind } from '#kit/fault.ts';

/** An error as it is told to the caller. */
export interface ToldError {
  status: number;
  code: string;
  error: string;
  details: FaultDetail[] | undefined;
}

const statuses: Record<FaultKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
};

/** All that is told of a bug. */
export const internalError = { code: 'internal', error: 'Something went wrong on our side.' };

/** What is told while the database can't be reached. */
export function databaseAway(): Fault {
  const sentence = 'The database can’t answer just now; try again soon.';
  return new Fault('unavailable', 'upstream_unavailable', sentence, { retryAfterSeconds: 2 });
}

/** What is told when a record that was found has gone before it could be linked to: merged, mostly. */
function changedMeanwhile(): Fault {
  const sentence = 'A record that this names was merged or removed at this very moment; ask again.';
  return new Fault('conflict', 'version_conflict', sentence);
}

/**
 * What the caller is told of an error, and the headers that go with it. An error without a kind is a bug: it is logged
 * and told as `internal`.
 */
export function tellError(error: unknown, request: FastifyRequest, reply: FastifyReply): ToldError {
  const fault = toFault(error, request);
  const told: ToldError = fault
    ? { status: statuses[fault.kind], code: fault.code, error: fault.message, details: fault.details }
    : { status: 500, ...internalError, details: undefined };
  if (told.status >= 500) request.log.error({ err: error, code: told.code }, 'A request failed.');
  if (fault?.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds);
  reply.code(told.status).header('x-error-code', told.code);
  return told;
}

function toFault(error: unknown, request: FastifyRequest): Fault | undefined {
  if (error instanceof Fault) return error;
  if (isConnectionFault(error)) {
    return databaseAway();
  }
  if (isReferenced(error)) return changedMeanwhile();
  return frameworkFault(error as FastifyError, request);
}

/** The framework's own refusals, in our words. */
function frameworkFault({ code, statusCode }: FastifyError, request: FastifyRequest): Fault | undefined {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const limit = request.routeOptions.bodyLimit;
      return new Fault('invalid', 'file_too_large', `The body must have at most ${limit} bytes.`);
    }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new Fault(
        'invalid',
        'unsupported_media',
        'The body must be JSON, sent with Content-Type: application/json.',
      );
    case 'FST_ERR_BAD_URL':
      return new Fault('invalid', 'invalid_request', 'The address has a % that no letter in UTF-8 follows.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Fault('invalid', 'invalid_request', 'A part of the address is too long to name anything.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Fault('invalid', 'invalid_request', 'The body’s length is not what Content-Length says.');
    default:
      return statusCode && statusCode >= 400 && statusCode < 500
        ? new Fault('invalid', 'invalid_request', 'The request could not be read.')
        : undefined;
  }
}
