// Checks signatures of requests to S3 (AWS Signature Version 4) as a store does, from the written rules and with
// nothing of the library that makes them.
import { createHash, createHmac } from 'node:crypto';

/** A request as it arrived. Header names in lower case; `target` is path and query, still percent-encoded. */
export interface SignedRequest {
  method: string;
  target: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** What a store knows. */
export interface SignatureRules {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  now: Date;
}

const skewMsMax = 15 * 60_000;
const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** The store's code for what is wrong with the signature (`SignatureDoesNotMatch`), or `undefined` if nothing is. */
export function signatureFault(request: SignedRequest, rules: SignatureRules): string | undefined {
  const [, keyId, day, region, names = '', signature] = form.exec(request.headers.authorization ?? '') ?? [];
  const time = request.headers['x-amz-date'] ?? '';
  const signedNames = names.split(';');
  if (!signature || !day || !region) return 'AccessDenied';
  if (keyId !== rules.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== rules.region || !time.startsWith(day)) return 'AuthorizationHeaderMalformed';
  if (!(Math.abs(momentOf(time) - rules.now.getTime()) <= skewMsMax)) return 'RequestTimeTooSkewed';
  if (mustBeSigned(request).some((name) => !signedNames.includes(name))) return 'AccessDenied';
  if (request.headers['x-amz-content-sha256'] !== hex(request.body)) return 'XAmzContentSHA256Mismatch';
  const stringToSign = [
    'AWS4-HMAC-SHA256',
    time,
    `${day}/${region}/s3/aws4_request`,
    hex(canonical(request, signedNames)),
  ];
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${rules.secretAccessKey}`,
  );
  return hmac(key, stringToSign.join('\n')).toString('hex') === signature
    ? undefined
    : 'SignatureDoesNotMatch';
}

function mustBeSigned({ headers }: SignedRequest): string[] {
  return [
    'host',
    'x-amz-date',
    'x-amz-content-sha256',
    ...Object.keys(headers).filter((name) => name.startsWith('x-amz-')),
  ];
}

function canonical({ method, target, headers }: SignedRequest, signedNames: string[]): string {
  const [path = '', query = ''] = target.split('?');
  const headerLines = signedNames.map(
    (name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`,
  );
  const sortedQuery = query
    .split('&')
    .filter(Boolean)
    .sort()
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`));
  return [
    method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    sortedQuery.join('&'),
    headerLines.join(''),
    signedNames.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
}

function encode(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `20130524T000000Z` in milliseconds; NaN for anything else. */
function momentOf(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function hex(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
