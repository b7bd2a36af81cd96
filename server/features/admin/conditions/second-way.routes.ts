import { z } from 'zod';
import { secondWaySetting } from '#contract/admin/second-way.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import type { PostPublicly } from '#server/platform/http/public-post.ts';
import { readSecondWay, saveSecondWay, testSecondWay } from './second-way.service.ts';

/** Where the owner is told of trouble when email is what is broken. @param post of a test. */
export function secondWayRoutes(app: App, ctx: Context, post?: PostPublicly): void {
  const onRequest = requireAdmin(ctx);
  const config = { secondProof: 'always' } as const;
  const path = '/api/manage/second-way';
  const response = { 200: secondWaySetting };
  const read = async () => ({ way: await readSecondWay(ctx) });
  app.get(path, { onRequest, schema: { response } }, read);
  app.put(path, { onRequest, config, schema: { body: secondWaySetting, response } }, async (request) => {
    await saveSecondWay(ctx, request.body.way, request);
    return read();
  });
  const tested = { body: z.strictObject({ way: secondWaySetting.shape.way.unwrap() }), response: { 204: z.null() } };
  app.post(`${path}/test`, { onRequest, config, schema: tested }, async (request, reply) => {
    const { general } = await readSettings(ctx);
    await testSecondWay(request.body.way, general.siteTitle, post);
    return reply.status(204).send(null);
  });
}
