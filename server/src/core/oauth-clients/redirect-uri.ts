// The rules for addresses that a customer may be sent back to. They are the authorization server's own rules and
// somewhat stricter, so that what can be registered works, and works for its application only.
// Source: Spec, B, Authorization request parameters; RFC 8252; RFC 9700, 4.1.

/** How many addresses a list may have. */
export const redirectUrisMax = 20;

const redirectUriLengthMax = 2000;
const loopbacks = new Set(['localhost', '127.0.0.1', '[::1]']);
// Schemes that belong to the browser or the system: an address with one would not lead to an application.
const foreignSchemes = new Set(
  `about blob chrome chrome-extension content data facetime file filesystem ftp ftps geo intent irc jar javascript
   mailto market moz-extension ms-settings resource sftp sip sips sms smsto ssh tel telnet urn vbscript view-source
   ws wss`
    .split(/\s+/)
    .map((name) => `${name}:`),
);

/**
 * What is wrong with a redirect URI, as the end of a sentence, or `undefined`. Right are https addresses, http ones of
 * this machine, and addresses with an application's own scheme.
 */
export function redirectUriFault(text: string): string | undefined {
  if (text.length > redirectUriLengthMax) return `must have at most ${redirectUriLengthMax} characters.`;
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) {
    return 'must be a whole address without spaces, like https://app.example.com/callback.';
  }
  if (text.includes('#')) return 'must have no fragment (#).';
  if (text.includes('*')) return 'must have no wildcard (*): addresses are compared exactly.';
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return 'must have no user name or password.';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:') {
    return loopbacks.has(hostname) ? undefined : 'must use https; http is only for localhost and 127.0.0.1.';
  }
  return foreignSchemes.has(protocol) ? `must not use the scheme ${protocol.slice(0, -1)}.` : undefined;
}

/** Whether an address has an application's own scheme, as installed applications have. */
export function hasOwnScheme(redirectUri: string): boolean {
  return !/^https?:/i.test(redirectUri);
}

/** Whether an address is https on this machine, which the authorization server refuses beside addresses with an own scheme. */
export function isHttpsLoopback(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  return protocol === 'https:' && loopbacks.has(hostname);
}
