import { BlockList, isIP, isIPv6 } from 'node:net';

/** The /24 of an IPv4 address, the /48 of an IPv6 one, which a provider gives to one customer. */
export function networkOf(ipAddress: string): string {
  const [, ipv4] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(ipAddress) ?? [];
  if (ipv4 !== undefined) return `${ipv4}.0/24`;
  const [, ipv6] = /^((?:[\da-f]+:){2}[\da-f]+):[\da-f]+::\/64$/.exec(ipAddress) ?? [];
  return ipv6 === undefined ? ipAddress : `${ipv6}::/48`;
}

/** What addresses of a network begin with; the whole address where there is no network to tell. */
export function networkPrefixOf(ipAddress: string): string {
  const network = networkOf(ipAddress);
  if (network === ipAddress) return ipAddress;
  return network.endsWith('.0/24')
    ? network.slice(0, -'0/24'.length)
    : network.slice(0, -':/48'.length);
}

/** Some proxies add the visitor's port, and brackets: `203.0.113.9:5678`, `[2001:db8::1]:443`. */
const withoutPort = (ip: string): string =>
  /^"?(?:\[([^\]]*)\]|([^:]*))(?::\d+)?"?$/.exec(ip)?.slice(1).find(Boolean) ?? ip;

/**
 * Limits count by this: an IPv4 address, or the /64 of an IPv6 one, which one household or server
 * has.
 * @param ip as Fastify gives it, proxies taken into account.
 */
export function ipAddressOf(request: { ip: string }): string {
  const ip = withoutPort(request.ip);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip.slice(0, 64);
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  const last = tail.split(':').filter(Boolean);
  const all = [
    ...groups,
    ...Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0'),
    ...last,
  ];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** @param networks IP addresses, and networks such as `10.0.0.0/8`. */
export function networkCheck(networks: readonly string[]): (ipAddress: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', prefix] = network.split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    list.addSubnet(base, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (ipAddress) => {
    const ip = withoutPort(ipAddress);
    return isIP(ip) !== 0 && list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
  };
}
