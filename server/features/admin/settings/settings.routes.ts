import type { FastifyContextConfig, FastifyReply } from 'fastify';
import type { z } from 'zod';
import {
  type CollectionCard,
  featuredWithCards,
  pageSettingsResponse,
  privateSettings,
  type Setting,
  type SettingKey,
  savedSetting,
  settingKeys,
  settingSchemas,
} from '#contract/admin/settings.ts';
import type { Context } from '#server/context.ts';
import type { AccountMailer } from '#server/features/admin/auth/activity.service.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { SETTINGS, settingTag } from '#server/features/admin/settings/cache-tags.ts';
import { mediaTags } from '#server/features/media/files/cache-tags.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { ifMatchHeader, versionOf } from '#server/platform/http/if-match.ts';
import { MAX_ADMIN_BODY_BYTES } from '#server/platform/http/json-body.ts';
import type { AnonymousResponses } from '#server/platform/page-cache/anonymous-responses.ts';
import { guardRedirects, redirects } from './redirects.service.ts';
import { readSetting, readSettings, writeSetting } from './settings.service.ts';

/** What other features add to settings; each adds the cache tags of what it reads, where it is no setting. */
export type Additions = {
  hasCollections(tags: Set<string>): Promise<boolean>;
  sendsEmail(): Promise<boolean>;
  settingCards(tags: Set<string>): Promise<CollectionCard[]>;
};

/** One route per key, so that each has its own schema and an unknown key is a 404. Responses to visitors are cached. */
export function settingRoutes(app: App, ctx: Context, anonymous: AnonymousResponses, additions: Additions, mailAdmin: AccountMailer): void {
  const readAll = async (tags = new Set<string>()) => {
    const value = {
      ...(await readSettings(ctx)),
      hasCollections: await additions.hasCollections(tags),
      sendsEmail: await additions.sendsEmail(),
    };
    for (const tag of [SETTINGS, ...mediaTags(value)]) tags.add(tag);
    return value;
  };
  const complete = async (key: SettingKey, value: unknown, tags = new Set<string>()) =>
    key === 'featured_collections' ? { ...(value as Setting<typeof key>), collections: await additions.settingCards(tags) } : value;
  const readOne = async (key: SettingKey, tags?: Set<string>) => complete(key, await readSetting(ctx, key), tags);
  /** Answers the admin, with the version that goes with it. */
  const sendVersion = async (reply: FastifyReply, key: SettingKey, value: unknown) => {
    reply.header('etag', `"${versionOf(value)}"`);
    return complete(key, value);
  };

  app.get('/api/settings', { schema: { response: { 200: pageSettingsResponse } } }, async (request, reply) => {
    if (!anonymous.isAnonymous(request)) return readAll();
    return anonymous.send(request, reply, { cacheKey: '/api/settings', schema: pageSettingsResponse }, async (tags) => ({
      value: await readAll(tags),
    }));
  });

  for (const key of settingKeys) {
    const schema: z.ZodType = key === 'featured_collections' ? featuredWithCards : settingSchemas[key];
    const path = `/api/settings/${key}`;
    const options = { onRequest: requireAdmin(ctx), bodyLimit: MAX_ADMIN_BODY_BYTES };
    const config: FastifyContextConfig = redirects(key) ? { secondProof: 'if it redirects' } : {};
    const saved = { body: savedSetting(key), headers: ifMatchHeader, response: { 200: schema } };
    app.put(path, { ...options, config, schema: saved }, async (request, reply) => {
      const onChange = await guardRedirects(ctx, key, request, mailAdmin);
      return sendVersion(reply, key, await writeSetting(ctx, key, request.body, { ifMatch: request.headers['if-match'], onChange }));
    });
    if (privateSettings.includes(key)) {
      app.get(path, { ...options, schema: { response: { 200: schema } } }, async (_request, reply) =>
        sendVersion(reply, key, await readSetting(ctx, key)),
      );
      continue;
    }
    app.get(path, { schema: { response: { 200: schema } } }, async (request, reply) => {
      if (!anonymous.isAnonymous(request)) return sendVersion(reply, key, await readSetting(ctx, key));
      return anonymous.send(request, reply, { cacheKey: path, schema }, async (tags) => {
        const value = await readOne(key, tags);
        for (const tag of [settingTag(key), ...mediaTags(value)]) tags.add(tag);
        return { value };
      });
    });
  }
}
