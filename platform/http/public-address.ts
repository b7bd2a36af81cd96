/** Whatever somebody enters, the shop never calls into the network that it is in itself. */
import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

const inner = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, prefix, 'ipv4');
// Translated ones, 6to4, Teredo and NAT64 contain an IPv4 address. A mapped one is checked as what
// it maps.
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, prefix, 'ipv6');

export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && !inner.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/** What the host's name means is checked when it is opened. */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0
    ? host.includes('.') && !/(^|\.)(localhost|local|internal)\.?$/i.test(host)
    : isPublicAddress(host);
}

export class NotPublic extends Error {
  override name = 'NotPublic';
}

/**
 * Fails where any address is inside: the checked one is the one that is connected to.
 * @param ask tests answer for the name servers.
 * @param isPublic tests have their own machine stand for the internet.
 */
export const publicLookup =
  (ask: typeof lookup = lookup, isPublic = isPublicAddress): LookupFunction =>
  (host, options, done) =>
    ask(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const inside = addresses.find(({ address }) => !isPublic(address));
      if (inside) return done(new NotPublic(`${host} is ${inside.address}`), []);
      if (options.all) done(null, addresses);
      else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
