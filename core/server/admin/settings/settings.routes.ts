import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  pageSettingCalls,
  type SettingCalls,
  settingCalls,
} from '#core/contract/admin/setting-calls.ts';
import {
  type CollectionCard,
  pageSettingsResponse,
  privateSettings,
  type Setting,
  type SettingKey,
  settingKeys,
} from '#core/contract/admin/settings.ts';
import type { AccountMailer } from '#core/server/admin/auth/activity.service.ts';
import { SETTINGS, settingTag } from '#core/server/admin/settings/cache-tags.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { mediaTags } from '#core/server/media/files/cache-tags.ts';
import type { App } from '#platform/http/app-type.ts';
import type { Handlers } from '#platform/http/calls.ts';
import { versionOf } from '#platform/http/if-match.ts';
import { MAX_ADMIN_BODY_BYTES } from '#platform/http/json-body.ts';
import type { AnonymousResponses } from '#platform/page-cache/anonymous-responses.ts';
import { guardRedirects } from './redirects.service.ts';
import { readSetting, readSettings } from './settings.service.ts';
import { writeSetting } from './writing.service.ts';

/** Features' additions. Each adds the cache tags of what it reads beyond settings. */
type Additions = {
  hasCollections(tags: Set<string>): Promise<boolean>;
  sendsEmail(): Promise<boolean>;
  settingCards(tags: Set<string>): Promise<CollectionCard[]>;
};

/** Responses to visitors are cached. */
export function settingRoutes(
  app: App,
  ctx: Context,
  anonymous: AnonymousResponses,
  additions: Additions,
  mailAdmin: AccountMailer,
): void {
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
    key === 'featured_collections'
      ? { ...(value as Setting<typeof key>), collections: await additions.settingCards(tags) }
      : value;
  const withVersion = async (reply: FastifyReply, key: SettingKey, value: unknown) => {
    reply.header('etag', `"${versionOf(value)}"`);
    return complete(key, value);
  };

  addCalls(app, ctx, pageSettingCalls, {
    'GET /api/settings': async (request, reply) => {
      if (!anonymous.isAnonymous(request)) return readAll();
      return anonymous.send(
        request,
        reply,
        { cacheKey: '/api/settings', schema: pageSettingsResponse },
        async (tags) => ({ value: await readAll(tags) }),
      );
    },
  });

  const read = (key: SettingKey) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (privateSettings.includes(key) || !anonymous.isAnonymous(request))
      return withVersion(reply, key, await readSetting(ctx, key));
    const cacheKey = `/api/settings/${key}`;
    const schema: z.ZodType = settingCalls[`GET ${cacheKey}` as ReadName].response;
    return anonymous.send(request, reply, { cacheKey, schema }, async (tags) => {
      const value = await complete(key, await readSetting(ctx, key), tags);
      for (const tag of [settingTag(key), ...mediaTags(value)]) tags.add(tag);
      return { value };
    });
  };
  const write = (key: SettingKey) => async (request: FastifyRequest, reply: FastifyReply) => {
    const onChange = await guardRedirects(ctx, key, request, mailAdmin);
    const ifMatch = request.headers['if-match'];
    return withVersion(
      reply,
      key,
      await writeSetting(ctx, key, request.body, { ifMatch, onChange }),
    );
  };
  const handlers = settingKeys.flatMap((key) => [
    [`GET /api/settings/${key}`, read(key)],
    [`PUT /api/settings/${key}`, { bodyLimit: MAX_ADMIN_BODY_BYTES, handle: write(key) }],
  ]);
  // The table has the types; in the loop, a key is any of them.
  addCalls(app, ctx, settingCalls, Object.fromEntries(handlers) as Handlers<SettingCalls>);
}

type ReadName = `GET /api/settings/${SettingKey}`;
