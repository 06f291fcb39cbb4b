// The one error class of the house: what is wrong, in words for the caller and a code for programs.
// No status codes here: an HTTP area decides which status a kind becomes.

/** What went wrong, by who has to do something about it. */
export type FaultKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'limited'
  | 'unavailable';

/**
 * One thing that is wrong with the input: where (`emails[1].address`, empty for the whole of it), a stable code, and what
 * would be right.
 */
export interface FaultDetail {
  path: string;
  code: string;
  message: string;
}

interface FaultOptions {
  details?: FaultDetail[];
  /** For kind `limited`: seconds until trying again makes sense. */
  retryAfterSeconds?: number;
  /** For the log only, never for the caller. */
  cause?: unknown;
}

/** An error the caller is told about. Anything else that is thrown is a bug: logged, answered as `internal`. */
export class Fault extends Error {
  readonly kind: FaultKind;
  readonly code: string;
  readonly details: FaultDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: FaultKind, code: string, message: string, options: FaultOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'Fault';
    this.kind = kind;
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Input with one wrong field. `path` as the caller wrote it (`emails[1].address`), `message` says what would be right. */
export function invalidField(path: string, message: string, code = 'invalid_field'): Fault {
  return invalidFields([{ path, code, message }]);
}

/** Input with several wrong fields; the first one's sentence leads. `details` must not be empty. */
export function invalidFields(details: FaultDetail[]): Fault {
  const [first] = details;
  const lead = first ? `${first.path || 'The body'} ${first.message}` : 'The request is not valid';
  return new Fault('invalid', first?.code ?? 'invalid_request', lead, { details });
}

/** A thing that is not there, or belongs to another organization: both answer alike. */
export function missing(what: string): Fault {
  return new Fault('missing', 'not_found', `${what} was not found.`);
}

/** Throws what is wrong with the input, if anything is. */
export function throwProblems(problems: FaultDetail[]): void {
  if (problems.length > 0) throw invalidFields(problems);
}

/** Throws `version_conflict` unless the record still has the version that a change was made from, if one was given. */
export function checkVersion(what: string, record: { version: number }, version: number | undefined): void {
  if (version === undefined || version === record.version) return;
  const sentence = `${what} has changed since: it has version ${record.version}, not ${version}. Read it again first.`;
  throw new Fault('conflict', 'version_conflict', sentence);
}
