import { settingKeys, settingSchemas, settings } from '#contract/settings.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { readSetting, readSettings, writeSetting } from './settings.service.ts';

/** One route a key, so that each has its own schema; an unknown key is an unknown address. */
export function settingRoutes(app: App, ctx: Context): void {
  app.get('/api/settings', { schema: { response: { 200: settings } } }, () => readSettings(ctx));

  for (const key of settingKeys) {
    const schema = settingSchemas[key];
    app.get(`/api/settings/${key}`, { schema: { response: { 200: schema } } }, () => readSetting(ctx, key));
    app.put(`/api/settings/${key}`, { onRequest: requireAdmin(ctx), schema: { body: schema, response: { 200: schema } } }, (request) =>
      writeSetting(ctx, key, request.body),
    );
  }
}
