import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { topicCalls } from '#features/topics/contract/topic-calls.ts';
import { localityTopic, speciesTopic } from '#features/topics/contract/topics.ts';
import type { App } from '#platform/http/app-type.ts';
import type { AnonymousResponses } from '#platform/page-cache/anonymous-responses.ts';
import { topicTags } from './cache-tags.ts';
import { readLocalityTopic, readSpeciesTopic } from './topics.service.ts';

/** The responses are the same for everybody, the admin too. */
export function topicRoutes(app: App, ctx: Context, anonymous: AnonymousResponses): void {
  addCalls(app, ctx, topicCalls, {
    'GET /api/species/:slug': (request, reply) => {
      const { slug } = request.params;
      return anonymous.send(
        request,
        reply,
        { cacheKey: `/api/species/${slug}`, schema: speciesTopic },
        async (tags) => {
          const value = await readSpeciesTopic(ctx, slug);
          for (const tag of topicTags(value)) tags.add(tag);
          return { value };
        },
      );
    },
    'GET /api/localities/:id': (request, reply) => {
      const { id } = request.params;
      return anonymous.send(
        request,
        reply,
        { cacheKey: `/api/localities/${id}`, schema: localityTopic },
        async (tags) => {
          const value = await readLocalityTopic(ctx, id);
          for (const tag of topicTags(value)) tags.add(tag);
          return { value };
        },
      );
    },
  });
}
