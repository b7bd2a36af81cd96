import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '#core/server/config.ts';

/**
 * Beginnings of the headers by which proxies, tunnels and clouds say for whom they ask, from their
 * documentation: RFC 7239 (`Forwarded`), RFC 9110 (`Via`), RFC 8586 (`CDN-Loop`); Cloudflare,
 * Akamai (`True-Client-IP`, `Akamai-Origin-Hop`), Fastly, Fly, CloudFront, Vercel, Render
 * (`Rndr-Id`), Tailscale Serve ("identity headers") and ngrok ("upstream headers"). `x-` covers
 * `X-Forwarded-For`, `X-Real-IP`, Envoy, Azure (`X-ARR-ClientIP`, `X-Azure-ClientIP`,
 * `X-Client-IP`), App Engine (`X-AppEngine-User-IP`), Google's load balancers
 * (`X-Cloud-Trace-Context`), Amazon (`X-Amz-Cf-Id`) and Netlify (`X-Nf-Client-Connection-Ip`). No
 * browser and no page of the shop sends one by itself; if an extension of the owner's browser does,
 * the refusal says so.
 */
const BEGINNINGS = [
  'x-',
  'forwarded',
  'via',
  'cdn-loop',
  'akamai-',
  'cf-',
  'cloudfront-',
  'fastly-',
  'fly-',
  'ngrok-',
  'rndr-',
  'tailscale-',
  'vercel-',
];
const isForwarding = (name: string): boolean =>
  name.endsWith('client-ip') || BEGINNINGS.some((start) => name.startsWith(start));

/**
 * Whether the request names a loopback host and nothing says that it was forwarded. With the demo
 * password the shop listens on loopback only, but a tunnel or a local proxy brings strangers there.
 */
export function isLocalRequest({ headers }: { headers: IncomingHttpHeaders }): boolean {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname;
  return host !== undefined && isLoopback(host) && !Object.keys(headers).some(isForwarding);
}
