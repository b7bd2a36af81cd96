import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '#server/config.ts';

/**
 * How the headers begin by which proxies, tunnels and clouds say for whom they ask, as their documentation has it: RFC 7239 (`Forwarded`), RFC 9110
 * (`Via`), RFC 8586 (`CDN-Loop`); Cloudflare, Akamai (`True-Client-IP`, `Akamai-Origin-Hop`), Fastly, Fly, CloudFront, Vercel and Render (`Rndr-Id`)
 * in their references of request headers, Tailscale Serve ("identity headers") and ngrok ("upstream headers"). `x-` stands for what many use:
 * `X-Forwarded-For`, `X-Real-IP`, Envoy, Azure (`X-ARR-ClientIP`, `X-Azure-ClientIP`, `X-Client-IP`), App Engine (`X-AppEngine-User-IP`), Google's
 * load balancers (`X-Cloud-Trace-Context`), Amazon (`X-Amz-Cf-Id`), Netlify (`X-Nf-Client-Connection-Ip`). No browser sends one of these by itself,
 * and no page of the shop does; where an extension of the owner's browser does, the refusal says so.
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
const isForwarding = (name: string): boolean => name.endsWith('client-ip') || BEGINNINGS.some((start) => name.startsWith(start));

/**
 * Whether the request was made on this machine: it names a loopback host, and nothing says that it was forwarded. The shop listens on loopback
 * with the demo password, but a tunnel or a local proxy brings strangers there.
 */
export function isLocalRequest({ headers }: { headers: IncomingHttpHeaders }): boolean {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname;
  return host !== undefined && isLoopback(host) && !Object.keys(headers).some(isForwarding);
}
