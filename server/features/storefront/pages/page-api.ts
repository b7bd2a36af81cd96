import { hash } from 'node:crypto';
import type { PublicApi } from '#contract/api.ts';
import { specimenPath } from '#contract/catalogue/specimen-urls.ts';
import { Problem, problemStatus } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { SETTINGS, settingTag } from '#server/features/admin/settings/cache-tags.ts';
import { readSetting, readSettings } from '#server/features/admin/settings/settings.service.ts';
import { getCollection, hasCollections, listCollections } from '#server/features/catalogue/collections/collections.service.ts';
import { FACETS, LISTS, relatedTags, specimenTag } from '#server/features/catalogue/specimens/cache-tags.ts';
import { facetCounts } from '#server/features/catalogue/specimens/facets/facets.service.ts';
import { listTags } from '#server/features/catalogue/specimens/reading/public-list.service.ts';
import { listSpecimens } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { readWithRelated } from '#server/features/catalogue/specimens/related/related.service.ts';
import { topicTags } from '#server/features/catalogue/topics/cache-tags.ts';
import { readLocalityTopic, readSpeciesTopic } from '#server/features/catalogue/topics/topics.service.ts';
import { mediaTags } from '#server/features/media/files/cache-tags.ts';
import { hasMailServer } from '#server/features/messages/mail/mail-server.service.ts';
import { pluggedInto } from '#server/plugged-in.ts';
import { inCards, thumbnailOf } from './cards.ts';

/** A page of a very large shop is sent without counts rather than late: the browser asks for them, and the page is made again. */
const INDEX_PATIENCE_MS = 250;

/** Records what one rendering reads. */
export class Reading {
  /** Cache tags of everything that was read. */
  readonly tags = new Set<string>();
  /** Canonical paths of the specimens that were read one by one. */
  readonly specimenPaths = new Set<string>();
  /** The first error that is the shop's fault. */
  failure: unknown = null;
  readonly #results: string[] = [];

  addTags(tags: Iterable<string>): void {
    for (const tag of tags) this.tags.add(tag);
  }

  record(call: string, args: unknown[], result: unknown): void {
    this.#results.push(JSON.stringify([call, args, result]));
  }

  /** A hash of everything read, whatever the order: a page can differ only if this or the build does. */
  version(): string {
    return hash('sha256', JSON.stringify(this.#results.toSorted()), 'base64url');
  }
}

/** The public reads in-process, as an anonymous visitor gets them; pages are rendered from these alone. */
export function createPageApi(ctx: Context, reading: Reading): PublicApi {
  return {
    listSpecimens: recorded(reading, 'listSpecimens', async (query) => {
      const page = await listSpecimens(ctx, query, { hidden: false });
      reading.addTags(listTags(query, page.specimens));
      return inCards(page);
    }),
    countFacets: recorded(reading, 'countFacets', async (query) => {
      reading.addTags(FACETS);
      if (await ctx.facetIndex.isThereWithin(INDEX_PATIENCE_MS)) return facetCounts(ctx, query);
      void ctx.facetIndex.current().then(
        () => ctx.invalidateCache(FACETS),
        (error: unknown) => ctx.log.error({ err: error }, 'the filters could not be counted'),
      );
      return null;
    }),
    getSpecimen: recorded(reading, 'getSpecimen', async (id) => {
      reading.addTags([specimenTag(id)]);
      const specimen = await readWithRelated(ctx, id, { hidden: false });
      reading.addTags([...mediaTags(specimen), ...relatedTags(specimen)]);
      reading.specimenPaths.add(specimenPath(specimen));
      return specimen;
    }),
    getSpecies: recorded(reading, 'getSpecies', async (slug) => {
      reading.addTags([LISTS]);
      const topic = await readSpeciesTopic(ctx, slug);
      reading.addTags(topicTags(topic));
      return inCards(topic);
    }),
    getLocality: recorded(reading, 'getLocality', async (id) => {
      // What does not exist may come to exist.
      reading.addTags([LISTS]);
      const topic = await readLocalityTopic(ctx, id);
      reading.addTags(topicTags(topic));
      return inCards(topic);
    }),
    getSettings: recorded(reading, 'getSettings', async () => {
      reading.addTags([SETTINGS]);
      const settings = await readSettings(ctx);
      reading.addTags(mediaTags(settings));
      return { ...settings, hasCollections: await hasCollections(ctx, reading.tags), sendsEmail: await hasMailServer(ctx) };
    }),
    getLegal: recorded(reading, 'getLegal', async () => {
      reading.addTags([settingTag('legal')]);
      return readSetting(ctx, 'legal');
    }),
    listCollections: recorded(reading, 'listCollections', async () => {
      const collections = await listCollections(ctx, reading.tags);
      return collections.map((one) => ({ ...one, pieces: one.pieces.map((piece) => ({ ...piece, picture: thumbnailOf(piece.picture) })) }));
    }),
    getCollection: recorded(reading, 'getCollection', async (slug, cursor) =>
      inCards(await getCollection(ctx, slug, cursor, reading.tags)),
    ),
    ...extraReads(ctx, reading),
  };
}

/** What the pages of extras are rendered from. */
function extraReads(ctx: Context, reading: Reading): Partial<PublicApi> {
  const reads: object = Object.assign({}, ...pluggedInto('pageApi').map((read) => read(ctx, reading.tags)));
  return Object.fromEntries(Object.entries(reads).map(([call, read]) => [call, recorded(reading, call, read)]));
}

/** An error thrown while rendering ends up in the page's source, so only errors that visitors may see are passed on. */
function recorded<A extends unknown[], R>(reading: Reading, call: string, read: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      const result = await read(...args);
      reading.record(call, args, result);
      return result;
    } catch (error) {
      if (error instanceof Problem && problemStatus[error.code] < 500) {
        reading.record(call, args, [error.code, error.message]);
        throw error;
      }
      reading.failure ??= error;
      throw new Error('internal');
    }
  };
}
