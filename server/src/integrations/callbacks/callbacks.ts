// The one way out for HTTP calls to addresses that users name: webhook deliveries and downloads by URL. It bounds
// what any receiver can cost in time, memory, connections and reach; when to call again is for the core to decide.
import type { Clock } from '#kit/clock.ts';
import { type Lookup, machineLookup } from './address-guard.ts';
import { CallFault, type CallFaultReason } from './call-fault.ts';
import { closeLine, exchange, type Line, openLine, readUpTo } from './exchange.ts';
import { parseRetryAfter } from './retry-after.ts';
import { checkTargetUrl, type TargetRules } from './target-url.ts';

/** A body to send to a callback's URL. */
export interface CallbackRequest {
  url: string;
  /** Sent as given; content length and host are added. */
  headers: Record<string, string>;
  /** Sent byte for byte, as UTF-8. */
  body: string;
  /** From the call to the last byte of the answer, waiting for a free connection included. */
  timeoutMs: number;
  /** How much of the answer is kept; the rest is not read. */
  responseBytesMax: number;
}

/** Something to fetch by its URL. */
export interface DownloadRequest {
  url: string;
  headers?: Record<string, string>;
  /** From the call to the last byte. */
  timeoutMs: number;
  /** A larger download fails as `too_large`. */
  responseBytesMax: number;
}

/** No answer came. `message` is a sentence for a delivery log; it tells no addresses. */
export interface CallFailed {
  outcome: 'failed';
  reason: CallFaultReason;
  message: string;
  durationMs: number;
}

/** The receiver answered, with whatever status: a redirect is not followed and is just its status. */
export interface CallbackAnswered {
  outcome: 'answered';
  status: number;
  /** Seconds from now, 0 to 86,400, when the receiver said so. */
  retryAfterSeconds: number | undefined;
  /** The first `responseBytesMax` bytes as text; bytes that are not UTF-8, and NUL, became U+FFFD. */
  body: string;
  durationMs: number;
}

/** The server answered, with whatever status: a redirect is not followed and is just its status. */
export interface DownloadAnswered {
  outcome: 'answered';
  status: number;
  /** As the server claims it, or empty. */
  contentType: string;
  /** Whole. */
  body: Buffer;
  durationMs: number;
}

/** How a callback went. */
export type CallbackResult = CallbackAnswered | CallFailed;

/** How a download went. */
export type DownloadResult = DownloadAnswered | CallFailed;

/** Outgoing calls. Never call them inside a transaction. Faults of network or receiver are outcomes, never thrown. */
export interface Callbacks {
  /** What would be right about a callback's URL, to be read after the field's name, or `undefined` if all is. */
  checkTargetUrl(url: string): string | undefined;
  /** POSTs to a URL that `checkTargetUrl` permits at this moment. */
  post(call: CallbackRequest): Promise<CallbackResult>;
  /** GETs from any public host: https on port 443; in development from loopback too. */
  get(call: DownloadRequest): Promise<DownloadResult>;
  /** Ends calls under way (`closed`) and all connections. Later calls fail as `closed`. */
  close(): Promise<void>;
}

/** What outgoing calls are opened with. */
export interface CallbacksOptions {
  rules: TargetRules;
  clock: Clock;
  /** For tests; the machine's own otherwise. */
  lookup?: Lookup;
  /** Calls to one origin beyond this many wait for a free connection. Default 32. */
  connectionsPerOriginMax?: number;
}

/** Opens outgoing calls. Decisions: docs/decisions/0005. */
export function openCallbacks(options: CallbacksOptions): Callbacks {
  const { rules, clock, lookup = machineLookup, connectionsPerOriginMax = 32 } = options;
  const line = openLine({ lookup, allowLoopback: rules.allowLoopback, connectionsPerOriginMax });
  return {
    checkTargetUrl: (url) => checkTargetUrl(url, rules),
    post: (call) => timed(() => postCallback(line, call, { rules, clock })),
    get: (call) => timed(() => download(line, call, { ...rules, hosts: ['*'] })),
    close: () => closeLine(line),
  };
}

async function timed<T extends object>(work: () => Promise<T>) {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    return { outcome: 'answered' as const, ...(await work()), durationMs: durationMs() };
  } catch (error) {
    if (!(error instanceof CallFault)) throw error;
    const { reason, message } = error;
    return { outcome: 'failed' as const, reason, message, durationMs: durationMs() };
  }
}

async function postCallback(
  line: Line,
  call: CallbackRequest,
  { rules, clock }: { rules: TargetRules; clock: Clock },
) {
  const target = permittedUrl(call.url, rules);
  return exchange(line, target, { ...call, method: 'POST' }, async ({ statusCode, headers, body }) => {
    const retryAfterSeconds = parseRetryAfter(firstOf(headers['retry-after']), clock.now());
    const { bytes, isWhole } = await readUpTo(call.responseBytesMax, body);
    return { status: statusCode, retryAfterSeconds, body: toText(bytes, isWhole) };
  });
}

async function download(line: Line, call: DownloadRequest, rules: TargetRules) {
  const target = permittedUrl(call.url, rules);
  return exchange(line, target, { ...call, method: 'GET' }, async ({ statusCode, headers, body }) => {
    const { bytes, isWhole } = await readUpTo(call.responseBytesMax, body);
    if (!isWhole) throw largeFault(target, call.responseBytesMax);
    return { status: statusCode, contentType: firstOf(headers['content-type']) ?? '', body: bytes };
  });
}

function largeFault({ host }: URL, bytesMax: number): CallFault {
  return new CallFault('too_large', `${host} sent more than ${bytesMax} bytes.`);
}

function permittedUrl(url: string, rules: TargetRules): URL {
  const fault = checkTargetUrl(url, rules);
  if (fault) throw new CallFault('url_refused', `The URL ${fault}`);
  return new URL(url);
}

/** A character that was cut in two at the end is left out. */
function toText(bytes: Buffer, isWhole: boolean): string {
  return new TextDecoder().decode(bytes, { stream: !isWhole }).replaceAll('\0', '\ufffd');
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
