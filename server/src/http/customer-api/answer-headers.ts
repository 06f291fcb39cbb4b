// The headers of the area's answers, as its document describes them: which there are, and which answer has which.
import type { Header } from '#http/wire/document/open-api.ts';

/** Every header that answers of the area can have. */
export const answerHeaders: Record<string, Header> = {
  'X-Request-Id': {
    description: 'Names this request in the server’s logs.',
    required: true,
    schema: { type: 'string' },
    example: 'req_4kTqZ8WbN2xYhC7mLd3R',
  },
  'X-Error-Code': {
    description: 'The `code` of the body.',
    required: true,
    schema: { type: 'string' },
    example: 'token_expired',
  },
  'RateLimit-Policy': {
    description: 'The limits that the request was counted against: `q` requests in a window of `w` seconds.',
    schema: { type: 'string' },
    example: '"customer";q=600;w=300',
  },
  RateLimit: {
    description: 'Where the caller stands with each: `r` requests left, `t` seconds until the window ends.',
    schema: { type: 'string' },
    example: '"customer";r=597;t=184',
  },
  'X-RateLimit-Limit': { description: 'Requests in a window.', schema: { type: 'integer' }, example: 600 },
  'X-RateLimit-Remaining': {
    description: 'Requests left in this window.',
    schema: { type: 'integer' },
    example: 597,
  },
  'X-RateLimit-Reset': {
    description: 'Seconds until the window ends.',
    schema: { type: 'integer' },
    example: 184,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try, where waiting helps.',
    schema: { type: 'integer' },
    example: 42,
  },
  'Content-Disposition': {
    description: 'What to call the file.',
    schema: { type: 'string' },
    example: `attachment; filename="Morning yoga 2026-11-24 K7QM4XPA.pdf"; filename*=UTF-8''Morning%20yoga%202026-11-24%20K7QM4XPA.pdf`,
  },
  'WWW-Authenticate': {
    description: 'The credential that is wanted.',
    schema: { type: 'string' },
    example: 'Bearer realm="Customer API", error="invalid_token"',
  },
  Deprecation: {
    description: 'When something that the request used was given up (RFC 9745).',
    schema: { type: 'string' },
    example: '@1775001600',
  },
  Sunset: {
    description: 'From when on it may be gone (RFC 8594).',
    schema: { type: 'string' },
    example: 'Sat, 01 May 2027 00:00:00 GMT',
  },
  Link: {
    description: 'Where to read what to use instead.',
    schema: { type: 'string' },
    example: '<https://desk.example.com/docs>; rel="deprecation"; type="text/html"',
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the kept answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
};

const standing = Object.keys(answerHeaders).filter((name) => name.includes('RateLimit'));

/** The headers that an answer has because of its status, its method and its credential. */
export function answerHeadersOf(answer: { status: number; method: string; permission: string }): string[] {
  const { status, method, permission } = answer;
  const names = ['X-Request-Id'];
  if (status >= 400) names.push('X-Error-Code');
  if (status === 401) names.push('WWW-Authenticate');
  if ([409, 429, 503].includes(status)) names.push('Retry-After');
  if (permission !== 'none') names.push(...standing);
  if (permission !== 'none' && status < 400 && method === 'POST') names.push('Idempotent-Replayed');
  return names;
}
