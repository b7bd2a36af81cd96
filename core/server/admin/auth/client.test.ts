import { expect, test } from 'vitest';
import { clientOf, deviceOf } from './client.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Firefox on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  ['curl/8.14.1', 'An unknown app'],
  ['', 'An unknown app'],
])('%s is named %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test('a client is known by its IP address, network and device', () => {
  expect(clientOf({ ip: '2001:db8:1:2::9', headers: { 'user-agent': 'curl' } })).toEqual({
    ipAddress: '2001:db8:1:2::/64',
    network: '2001:db8:1::/48',
    device: 'An unknown app',
  });
});
