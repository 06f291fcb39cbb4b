// Keeps outgoing connections away from everything but the public internet, at the moment of connecting: an address
// is checked and then exactly that address is used, so a name that answers differently the next time gains nothing.
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { CallFault } from './call-fault.ts';

/** All IPv4 and IPv6 addresses of a host name; rejects when there are none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/** The machine's own resolution of names, hosts file included. */
export const machineLookup: Lookup = async (hostname) => {
  const found = await systemLookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

/** What a guarded connector works with. */
export interface GuardOptions {
  lookup: Lookup;
  /** Development only: hosts that are loopback by name or literal may be reached, and only on loopback addresses. */
  allowLoopback: boolean;
  /** For name, connection and TLS handshake together. */
  connectTimeoutMs: number;
  /** Each open or opening socket is in here until it has closed. */
  sockets: Set<Socket>;
}

/**
 * A connector for undici's `Agent`. It resolves the name once, fails with a `CallFault` (`address_refused`) if any
 * address is not permitted, and connects to one of the checked addresses; TLS still names the host. Node asks
 * `lookup` for names only, so literal addresses are checked before connecting. HTTP/1.1 only: one socket carries one
 * call, so ending the call ends what the receiver can cost.
 */
export function guardedConnector(options: GuardOptions): buildConnector.connector {
  const connect = buildConnector({
    lookup: guardedLookup(options),
    autoSelectFamily: true,
    allowH2: false,
    timeout: options.connectTimeoutMs,
  });
  return (target, callback) => {
    if (isIP(target.hostname) && !isPermitted(target.hostname, target.hostname, options)) {
      process.nextTick(callback, refusal(target.hostname), null);
      return;
    }
    // The connector returns the socket it opens; its type leaves that out.
    const socket = connect(target, callback) as unknown as Socket;
    options.sockets.add(socket);
    socket.once('close', () => options.sockets.delete(socket));
  };
}

function guardedLookup(options: GuardOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    permittedAddresses(hostname, options).then(
      (addresses) => {
        if (all) callback(null, addresses);
        else callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error) => callback(error, []),
    );
  };
}

async function permittedAddresses(hostname: string, options: GuardOptions) {
  const addresses = await options.lookup(hostname);
  const areFine =
    addresses.length > 0 && addresses.every((address) => isPermitted(address, hostname, options));
  if (!areFine) throw refusal(hostname);
  return addresses.map((address) => ({ address, family: isIP(address) }));
}

function isPermitted(address: string, hostname: string, { allowLoopback }: GuardOptions): boolean {
  return allowLoopback && isLoopbackHost(hostname) ? isLoopbackAddress(address) : isPublicAddress(address);
}

function refusal(hostname: string): CallFault {
  return new CallFault('address_refused', `${hostname} does not lead to public addresses only.`);
}

/** Whether a host, as in `URL.hostname` or without brackets, is this machine by name or literal. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, '$1'));
}

function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
}

/**
 * Whether the text is an IPv4 or IPv6 address of one host on the public internet. Not public: private, loopback,
 * link-local (cloud metadata), carrier-grade NAT, multicast, reserved and special-purpose ranges, all IPv6 outside
 * 2000::/3, and the deprecated tunnels 6to4 and Teredo. IPv4-mapped and NAT64 (64:ff9b::/96) addresses are what the
 * IPv4 address in them is, since networks without IPv4 reach all of it through NAT64.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || ipv4Compatible.test(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv4 ? isPublicIPv4(parsed) : isPublicIPv6(parsed);
}

// Deprecated `::a.b.c.d`, which ipaddr.js would read as the IPv4-mapped `::ffff:a.b.c.d`.
const ipv4Compatible = /^::\d+\./;

// Azure answers virtual machines with instance data and credentials at this address of the public range.
const azureHostAgent = '168.63.129.16';

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== azureHostAgent;
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress() || address.match(nat64)) {
    return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  return address.range() === 'unicast' && address.match(globalUnicast);
}
