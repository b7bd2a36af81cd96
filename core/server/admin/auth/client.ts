import type { IncomingHttpHeaders } from 'node:http';
import { ipAddressOf, networkOf } from '#platform/http/ip-address.ts';

export type Client = {
  ipAddress: string;
  /** The /24 or /48 of the IP address. */
  network: string;
  /** For example "Firefox on Linux". */
  device: string;
};

export function clientOf(request: { ip: string; headers: IncomingHttpHeaders }): Client {
  const ipAddress = ipAddressOf(request);
  return {
    ipAddress,
    network: networkOf(ipAddress),
    device: deviceOf(request.headers['user-agent'] ?? ''),
  };
}

/** The first match counts: browsers also name those they descend from. */
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** Leaves out versions, so that an update makes no new device. */
export function deviceOf(userAgent: string): string {
  const find = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = find(systems);
  return `${find(browsers) ?? 'An unknown app'}${system ? ` on ${system}` : ''}`;
}
