import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '#server/config.ts';

/** Headers by which proxies, tunnels and CDNs say for whom they ask. */
const FORWARDING = /^(forwarded|via|cdn-loop|x-forwarded(-.*)?|x-original-.*|x-envoy-.*|cf-.*|ngrok-.*|x-real-ip|.*-client-ip)$/;

/**
 * Whether the request was made on this machine: it names a loopback host, and nothing says that it was forwarded. The shop listens on loopback
 * with the demo password, but a tunnel or a local proxy brings strangers there.
 */
export function isLocalRequest({ headers }: { headers: IncomingHttpHeaders }): boolean {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname;
  return host !== undefined && isLoopback(host) && !Object.keys(headers).some((name) => FORWARDING.test(name));
}
