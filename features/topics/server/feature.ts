import { parseSpecimenParam, slugOf } from '#core/contract/catalogue/specimen-urls.ts';
import { LISTS } from '#core/server/catalogue/specimens/cache-tags.ts';
import type { ServerFeature } from '#core/server/feature.ts';
import { inCards } from '#core/server/storefront/pages/cards.ts';
import type {} from '#features/topics/contract/page-api.ts';
import { topicTags } from './cache-tags.ts';

export const topics = {
  routes: async () => (await import('./topics.routes.ts')).topicRoutes,
  pages: {
    species: (path, param) => {
      const slug = slugOf(decoded(param));
      return {
        path,
        mayBeCanonical: path === `/species/${slug}`,
        canonical: async () => (await import('./topics.service.ts')).speciesTopicPath(slug),
      };
    },
    locality: (path, param) => {
      const id = parseSpecimenParam(decoded(param));
      return id === null
        ? { missing: 'page' }
        : {
            path,
            mayBeCanonical: /^\/\w+\/\d+(-[a-z0-9]+)*$/.test(path),
            canonical: async (ctx) =>
              (await import('./topics.service.ts')).localityTopicPath(ctx, id),
          };
    },
  },
  pageApi: (ctx, tags) => ({
    async getSpecies(slug) {
      // What does not exist may come to exist.
      tags.add(LISTS);
      const { readSpeciesTopic } = await import('./topics.service.ts');
      return noted(await readSpeciesTopic(ctx, slug), tags);
    },
    async getLocality(id) {
      tags.add(LISTS);
      const { readLocalityTopic } = await import('./topics.service.ts');
      return noted(await readLocalityTopic(ctx, id), tags);
    },
  }),
  shownPaths: async (ctx) => (await import('./topics.service.ts')).topicPaths(ctx),
} satisfies ServerFeature;

function noted<Topic extends Parameters<typeof topicTags>[0]>(topic: Topic, tags: Set<string>) {
  for (const tag of topicTags(topic)) tags.add(tag);
  return inCards(topic);
}

/** Empty where the segment says nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
