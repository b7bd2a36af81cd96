import type { z } from 'zod';
import { privateSettings, savedSetting, settingKeys, settingSchemas, settings } from '#contract/settings.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/auth/auth.service.ts';
import { mediaTags } from '#server/features/media/cache-tags.ts';
import { SETTINGS, settingTag } from '#server/features/settings/cache-tags.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { MAX_ADMIN_BODY_BYTES } from '#server/platform/http/json-body.ts';
import type { AnonymousResponses } from '#server/platform/page-cache/anonymous-responses.ts';
import { readSetting, readSettings, writeSetting } from './settings.service.ts';

/** One route per key, so that each has its own schema and an unknown key is a 404. Responses to visitors are cached. */
export function settingRoutes(app: App, ctx: Context, anonymous: AnonymousResponses): void {
  app.get('/api/settings', { schema: { response: { 200: settings } } }, async (request, reply) => {
    if (!anonymous.isAnonymous(request)) return readSettings(ctx);
    return anonymous.send(request, reply, { cacheKey: '/api/settings', schema: settings }, async (tags) => {
      const value = await readSettings(ctx);
      for (const tag of [SETTINGS, ...mediaTags(value)]) tags.add(tag);
      return { value };
    });
  });

  for (const key of settingKeys) {
    const schema: z.ZodType = settingSchemas[key];
    const path = `/api/settings/${key}`;
    const options = { onRequest: requireAdmin(ctx), bodyLimit: MAX_ADMIN_BODY_BYTES };
    app.put(path, { ...options, schema: { body: savedSetting(key), response: { 200: schema } } }, (request) =>
      writeSetting(ctx, key, request.body),
    );
    if (privateSettings.includes(key)) {
      app.get(path, { ...options, schema: { response: { 200: schema } } }, () => readSetting(ctx, key));
      continue;
    }
    app.get(path, { schema: { response: { 200: schema } } }, async (request, reply) => {
      if (!anonymous.isAnonymous(request)) return readSetting(ctx, key);
      return anonymous.send(request, reply, { cacheKey: path, schema }, async (tags) => {
        const value = await readSetting(ctx, key);
        for (const tag of [settingTag(key), ...mediaTags(value)]) tags.add(tag);
        return { value };
      });
    });
  }
}
