// Why a call got no answer, in words that may stand in a delivery log: no addresses, no library's own messages.

/**
 * `url_refused`: the URL breaks the rules; nothing was resolved. `address_refused`: the host resolves to an address
 * that is not public; nothing was sent. `timeout`: no complete answer within the time limit. `connection`: the host
 * was not found, refused or dropped the connection. `tls`: no trusted encrypted connection. `too_large`: a download
 * beyond its limit. `invalid_response`: what came is not HTTP, or its head is too large. `closed`: this process is
 * shutting down.
 */
export type CallFaultReason =
  | 'url_refused'
  | 'address_refused'
  | 'timeout'
  | 'connection'
  | 'tls'
  | 'too_large'
  | 'invalid_response'
  | 'closed';

/** A call that got no answer. It never leaves this folder: callers get it as an outcome. */
export class CallFault extends Error {
  readonly reason: CallFaultReason;

  constructor(reason: CallFaultReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'CallFault';
    this.reason = reason;
  }
}

// By the error's code; the first match counts. TLS: Node's and OpenSSL's errors and the X.509 codes of `node:tls`.
const kinds: readonly [RegExp, CallFaultReason, string][] = [
  [/^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/, 'timeout', 'took too long'],
  [
    /^(ERR_(TLS|SSL)_|EPROTO$|ERROR_IN_C|C(ERT|RL)_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/,
    'tls',
    'could not be secured',
  ],
  [/^(INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/, 'tls', 'could not be secured'],
  [
    /^(HPE_|HTTPParserError$|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_)/,
    'invalid_response',
    'gave an answer that is not valid HTTP',
  ],
  [/^UND_ERR_(DESTROYED|CLOSED)$/, 'closed', 'ended because this service is shutting down'],
  [
    /^(E(?!RR_)[A-Z0-9_]+|UND_ERR_SOCKET|UND_ERR_ABORTED|ERR_STREAM_PREMATURE_CLOSE)$/,
    'connection',
    'failed',
  ],
];

/**
 * What an error of the network or the HTTP client means for the call to `host`. An error that is neither is a bug
 * of this program and is thrown on.
 */
export function toCallFault(error: unknown, host: string): CallFault {
  if (error instanceof CallFault) return error;
  const code = codeOf(error);
  const kind = kinds.find(([pattern]) => pattern.test(code));
  if (!kind) throw error;
  return new CallFault(kind[1], `The connection to ${host} ${kind[2]} (${code}).`, error);
}

/** The HTTP client's parser leaves the code out when an answer does not even begin like HTTP. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
