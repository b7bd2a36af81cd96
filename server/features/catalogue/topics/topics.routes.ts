import { z } from 'zod';
import { localityTopic, speciesTopic } from '#contract/catalogue/topics.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import type { App } from '#server/platform/http/app-type.ts';
import type { AnonymousResponses } from '#server/platform/page-cache/anonymous-responses.ts';
import { topicTags } from './cache-tags.ts';
import { readLocalityTopic, readSpeciesTopic } from './topics.service.ts';

const bySlug = z.object({ slug: z.string().max(60) });
const byId = z.object({ id: idParam });

/** What pages about species and localities say: the same for everybody, the admin too. */
export function topicRoutes(app: App, ctx: Context, anonymous: AnonymousResponses): void {
  app.get('/api/species/:slug', { schema: { params: bySlug, response: { 200: speciesTopic } } }, async (request, reply) => {
    const { slug } = request.params;
    return anonymous.send(request, reply, { cacheKey: `/api/species/${slug}`, schema: speciesTopic }, async (tags) => {
      const value = await readSpeciesTopic(ctx, slug);
      for (const tag of topicTags(value)) tags.add(tag);
      return { value };
    });
  });

  app.get('/api/localities/:id', { schema: { params: byId, response: { 200: localityTopic } } }, async (request, reply) => {
    const { id } = request.params;
    return anonymous.send(request, reply, { cacheKey: `/api/localities/${id}`, schema: localityTopic }, async (tags) => {
      const value = await readLocalityTopic(ctx, id);
      for (const tag of topicTags(value)) tags.add(tag);
      return { value };
    });
  });
}
