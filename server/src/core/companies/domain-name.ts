// Domain names: the form they are stored and compared in.
import { domainToASCII } from 'node:url';

const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The normal form of a domain: lower case ASCII, international letters in Punycode, without a leading @ and a final
 * dot. `undefined` for text that names no domain, such as an IP address or a single label.
 */
export function normalizeDomain(text: string): string | undefined {
  const domain = domainToASCII(text.trim().replace(/^@/, '').replace(/\.$/, ''));
  return domain.length <= 253 && domainPattern.test(domain) ? domain : undefined;
}
