import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';
import { networkCheck } from './ip-address.ts';

/** The IP address of whom a request is from, told as the framework tells it: also of one that the page cache answers before. */
export function forwardedAddress({ socket, headers }: IncomingMessage, trustProxy: number | string[]): string {
  const named = String(headers['x-forwarded-for'] ?? '').split(',');
  const hops = [
    socket.remoteAddress ?? '',
    ...named
      .map((one) => one.trim())
      .filter(Boolean)
      .toReversed(),
  ];
  const isTrusted = typeof trustProxy === 'number' ? (_hop: string, index: number) => index < trustProxy : networkCheck(trustProxy);
  return hops.find((hop, index) => index === hops.length - 1 || !isTrusted(hop, index)) ?? '';
}

/** Whether a proxy that TRUST_PROXY does not cover names the visitor whom it forwards: to the limits all its visitors are one. */
export const isFromUntrustedProxy = ({ headers, ips }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined && (ips?.length ?? 1) < 2;

/** Logs the first such request; a stranger can send any number of them. */
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
