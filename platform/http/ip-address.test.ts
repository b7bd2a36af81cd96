import { expect, test } from 'vitest';
import { ipAddressOf, networkOf, networkPrefixOf } from './ip-address.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.9:5678', '203.0.113.9'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
  ['"[fe80::1%eth0]:80"', 'fe80:0:0:0::/64'],
  ['unknown:5678', 'unknown'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
  ['x'.repeat(1_000), 'x'.repeat(64)],
])('the IP address %s counts as %s', (ip, expected) => {
  expect(ipAddressOf({ ip })).toBe(expected);
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (ipAddress, expected) => {
  expect(networkOf(ipAddress)).toBe(expected);
});

test.each([
  ['203.0.113.9', '203.0.113.'],
  ['2001:db8:1:2::/64', '2001:db8:1:'],
  ['unknown', 'unknown'],
])('the IP addresses of the network of %s begin with %s', (ipAddress, expected) => {
  expect(networkPrefixOf(ipAddress)).toBe(expected);
  expect(ipAddress.startsWith(expected)).toBe(true);
});
