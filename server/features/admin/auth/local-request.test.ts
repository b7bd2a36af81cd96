import { expect, test } from 'vitest';
import { isLocalRequest } from './local-request.ts';

test.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'shop.localhost'])('a request for %s was made on this machine', (host) => {
  expect(isLocalRequest({ headers: { host, 'user-agent': 'a browser', origin: `http://${host}` } })).toBe(true);
});

test.each(['shop.example.com', 'localhost.example.com:3000', 'evillocalhost', '192.0.2.1', 'a b', '', undefined])(
  'a request for %s may come from anywhere',
  (host) => {
    expect(isLocalRequest({ headers: { host } })).toBe(false);
  },
);

test.each([
  ...[
    'forwarded',
    'via',
    'x-real-ip',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-original-host',
    'x-envoy-external-address',
  ],
  ...['cf-connecting-ip', 'cf-ray', 'cdn-loop', 'true-client-ip', 'fly-client-ip', 'ngrok-auth-user-email'],
])('a request with %s was forwarded', (name) => {
  expect(isLocalRequest({ headers: { host: '127.0.0.1:3000', [name]: '127.0.0.1' } })).toBe(false);
});
