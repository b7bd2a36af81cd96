import type { FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';

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
