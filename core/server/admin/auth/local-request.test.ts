import { expect, test } from 'vitest';
import { isLocalRequest } from './local-request.ts';

test.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'shop.localhost'])(
  'a request for %s was made on this machine',
  (host) => {
    expect(
      isLocalRequest({ headers: { host, 'user-agent': 'a browser', origin: `http://${host}` } }),
    ).toBe(true);
  },
);

test.each([
  'shop.example.com',
  'localhost.example.com:3000',
  'evillocalhost',
  '192.0.2.1',
  'a b',
  '',
  undefined,
  'shop.example.com.',
  'localhost.',
  'localhost.example.com.',
  '[2001:db8::1]:3000',
  '[::ffff:192.0.2.1]',
  '0.0.0.0',
  '[::]',
  '192.168.0.10',
  'localhost@shop.example.com',
  'localhost:3000@shop.example.com',
  'shop.example.com#localhost',
  'shop.example.com/localhost',
])('a request for %s may come from anywhere', (host) => {
  expect(isLocalRequest({ headers: { host } })).toBe(false);
});

test.each([
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-original-host',
  'x-envoy-external-address',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
  'true-client-ip',
  'fly-client-ip',
  'ngrok-auth-user-email',
  // Azure: App Service and Front Door; Tailscale Serve; App Engine and Google's load balancers.
  'x-arr-clientip',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-client-ip',
  'tailscale-user-login',
  'tailscale-user-name',
  'x-appengine-user-ip',
  'x-appengine-country',
  'x-cloud-trace-context',
  'x-vercel-forwarded-for',
  'x-vercel-ip-country',
  'cloudfront-viewer-address',
  'x-amz-cf-id',
  'x-amzn-trace-id',
  'fastly-client-ip',
  'fastly-ff',
  'akamai-origin-hop',
  'x-akamai-edgescape',
  'x-nf-client-connection-ip',
  'rndr-id',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-proxyuser-ip',
  'client-ip',
  'wl-proxy-client-ip',
])('a request with %s was forwarded', (name) => {
  expect(isLocalRequest({ headers: { host: '127.0.0.1:3000', [name]: '127.0.0.1' } })).toBe(false);
});

test('what browsers send by themselves says nothing of a proxy', () => {
  const sent = [
    'accept',
    'accept-encoding',
    'accept-language',
    'cache-control',
    'connection',
    'content-length',
    'content-type',
    'cookie',
    'dnt',
  ];
  const more = [
    'idempotency-key',
    'origin',
    'pragma',
    'priority',
    'range',
    'referer',
    'sec-ch-ua',
    'sec-fetch-site',
    'sec-gpc',
    'te',
    'user-agent',
  ];
  const headers = Object.fromEntries(
    [...sent, ...more, 'upgrade-insecure-requests'].map((name) => [name, 'anything']),
  );
  expect(isLocalRequest({ headers: { ...headers, host: '127.0.0.1:3000' } })).toBe(true);
});
