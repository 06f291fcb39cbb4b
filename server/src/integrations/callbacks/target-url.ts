// Which URLs callbacks and downloads may go to, judged by the URL alone. What its host resolves to is judged when
// connecting (`address-guard.ts`).
import { isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import { isLoopbackHost } from './address-guard.ts';

/** What an operator permits as the target of callbacks. */
export interface TargetRules {
  /** Exact hosts, `*.example.com` for its subdomains of any depth (not itself), or `*` for every public host. */
  hosts: readonly string[];
  /** Development only: `localhost`, 127.0.0.0/8 and `[::1]` are fine too, over http or https, on any port. */
  allowLoopback: boolean;
}

/**
 * The hosts well-known automation platforms issue hook URLs on: Zapier, Make, n8n, Pipedream, Workato, Power
 * Automate, Tray, IFTTT, Integrately, Pabbly, Relay.app, Activepieces. Only hosts that serve hooks, as far as the
 * platform keeps them apart from the rest.
 */
export const defaultCallbackHosts: readonly string[] = [
  'hooks.zapier.com',
  '*.make.com',
  '*.make.celonis.com',
  'hook.integromat.com',
  '*.app.n8n.cloud',
  '*.m.pipedream.net',
  '*.workato.com',
  '*.logic.azure.com',
  '*.environment.api.powerplatform.com',
  '*.trayapp.io',
  'maker.ifttt.com',
  'webhooks.integrately.com',
  'connect.pabbly.com',
  'hook.relay.app',
  'cloud.activepieces.com',
];

const urlLengthMax = 2048;
// The URL parser drops or turns these around silently, so what was stored would not be what is called.
const silentlyChanged = /[\s\\\p{Cc}]/u;
// Names that only resolve inside a network (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal).
const innerName = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Whether a callback may go to the URL: `undefined` if so, else what would be right, to be read after the field's
 * name ("must start with https://."). Spec, C, POST /zapier/subscriptions; decisions: docs/decisions/0005.
 */
export function checkTargetUrl(url: string, rules: TargetRules): string | undefined {
  if (url.length > urlLengthMax) return `must be at most ${urlLengthMax} characters long.`;
  if (silentlyChanged.test(url)) return 'must not contain spaces, control characters or backslashes.';
  const target = URL.parse(url);
  if (!target?.hostname) return 'must be a full URL, like https://hooks.example.com/new-customer.';
  if (target.username || target.password) return 'must not contain a user name or password.';
  if (url.includes('#')) return 'must not contain a fragment (#).';
  if (rules.allowLoopback && isLoopbackHost(target.hostname)) return checkLoopbackTarget(target);
  return checkPublicTarget(target) ?? checkListed(target.hostname, rules.hosts);
}

function checkLoopbackTarget(target: URL): string | undefined {
  return /^https?:$/.test(target.protocol) ? undefined : 'must start with http:// or https://.';
}

function checkPublicTarget({ protocol, port, hostname }: URL): string | undefined {
  if (protocol !== 'https:') return 'must start with https://.';
  if (port !== '') return 'must use the standard port 443.';
  // The parser has already turned decimal, octal, hexadecimal and short forms into dotted ones.
  if (hostname.startsWith('[') || isIPv4(hostname)) return 'must name a host, not an IP address.';
  if (hostname.endsWith('.')) return 'must name the host without a dot at its end.';
  if (!hostname.includes('.') || innerName.test(hostname)) return 'must name a public host.';
  return undefined;
}

function checkListed(hostname: string, hosts: readonly string[]): string | undefined {
  if (hosts.some((entry) => isHostIn(entry, hostname))) return undefined;
  return `must point to one of the hosts callbacks may go to: ${hosts.join(', ') || 'none are configured'}.`;
}

function isHostIn(entry: string, hostname: string): boolean {
  if (entry === '*') return true;
  const isWildcard = entry.startsWith('*.');
  const domain = domainToASCII(isWildcard ? entry.slice(2) : entry);
  if (domain === '') return false;
  return isWildcard ? hostname.endsWith(`.${domain}`) : hostname === domain;
}
