import { z } from 'zod';
import { doctorReport } from '#contract/admin/doctor.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { isFromUntrustedProxy } from '#server/platform/http/forwarded.ts';
import type { LastError } from '#server/platform/http/last-errors.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { PROBE_PATH, SPOOFED_ADDRESS, usePass } from './probe.service.ts';

/** Lets the admin ask the doctor, and the doctor ask the shop. */
export function doctorRoutes(app: App, ctx: Context, lastErrors: () => LastError[]): void {
  const pass = z.string().regex(/^[\w-]{32}$/);
  const seen = z.object({ isSpoofed: z.boolean(), isForwarded: z.boolean(), isUntrusted: z.boolean() });
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

  app.post('/api/manage/doctor', { onRequest: requireAdmin(ctx), schema: { response: { 200: doctorReport } } }, async () => {
    const { examine } = await import('./doctor.service.ts');
    return examine({ ...ctx, lastErrors });
  });
}
