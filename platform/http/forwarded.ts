import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';
import { networkCheck } from './ip-address.ts';

export const proxyCheck = (
  proxies: number | string[],
): ((hop: string, index: number) => boolean) =>
  typeof proxies === 'number' ? (_hop, index) => index < proxies : networkCheck(proxies);

/** Agrees with the framework, also for requests that the page cache answers before it. */
export function forwardedAddress(
  { socket, headers }: IncomingMessage,
  trustProxy: number | string[],
): string {
  const named = String(headers['x-forwarded-for'] ?? '').split(',');
  const hops = [
    socket.remoteAddress ?? '',
    ...named
      .map((one) => one.trim())
      .filter(Boolean)
      .toReversed(),
  ];
  const isTrusted = proxyCheck(trustProxy);
  return hops.find((hop, index) => index === hops.length - 1 || !isTrusted(hop, index)) ?? '';
}

/**
 * A proxy that TRUST_PROXY does not cover forwards its visitors: to the limits they all are one.
 */
export const isFromUntrustedProxy = ({ headers, ips }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined && (ips?.length ?? 1) < 2;

/** Logs the first request only; a stranger can send any number of them. */
export function warnOfUntrustedProxy(app: App): void {
  let hasWarned = false;
  app.addHook('onRequest', async (request) => {
    if (hasWarned || !isFromUntrustedProxy(request)) return;
    hasWarned = true;
    request.log.warn(
      'X-Forwarded-For arrived and is not trusted. If a proxy stands in front, set TRUST_PROXY: without it all its visitors share one rate limit',
    );
  });
}
