import { z } from 'zod';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { doctorCalls } from '#features/health/contract/health-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { isFromUntrustedProxy } from '#platform/http/forwarded.ts';
import { perMinute } from '#platform/http/limits.ts';
import { PROBE_PATH, SPOOFED_ADDRESS, usePass } from './probe.service.ts';

/** The admin asks the doctor, and the doctor asks the shop. */
export function doctorRoutes(app: App, ctx: Context): void {
  const pass = z.string().regex(/^[\w-]{32}$/);
  const seen = z.object({
    isSpoofed: z.boolean(),
    isForwarded: z.boolean(),
    isUntrusted: z.boolean(),
  });
  const config = { rateLimit: perMinute(30) };
  const schema = { hide: true, params: z.object({ pass }), response: { 200: seen } };
  app.get(`${PROBE_PATH}/:pass`, { config, schema }, async (request, reply) => {
    await usePass(ctx, request.params.pass);
    reply.header('cache-control', 'no-store');
    return {
      isSpoofed: request.ip === SPOOFED_ADDRESS,
      isForwarded: request.headers['x-forwarded-for'] !== undefined,
      isUntrusted: isFromUntrustedProxy(request),
    };
  });

  addCalls(app, ctx, doctorCalls, {
    'POST /api/manage/doctor': async () => {
      const { examine } = await import('./doctor.service.ts');
      return examine(ctx);
    },
  });
}
