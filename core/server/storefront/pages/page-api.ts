import { hash } from 'node:crypto';
import type { PublicApi } from '#core/contract/api.ts';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import { Problem, problemStatus } from '#core/contract/problems.ts';
import { SETTINGS, settingTag } from '#core/server/admin/settings/cache-tags.ts';
import { readSetting, readSettings } from '#core/server/admin/settings/settings.service.ts';
import {
  getCollection,
  hasCollections,
  listCollections,
} from '#core/server/catalogue/collections/collections.service.ts';
import {
  FACETS,
  holdTag,
  relatedTags,
  specimenTag,
} from '#core/server/catalogue/specimens/cache-tags.ts';
import { facetCounts } from '#core/server/catalogue/specimens/facets/facets.service.ts';
import { listTags } from '#core/server/catalogue/specimens/reading/public-list.service.ts';
import { listSpecimens } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { readWithRelated } from '#core/server/catalogue/specimens/related/related.service.ts';
import type { Context } from '#core/server/context.ts';
import { mediaTags } from '#core/server/media/files/cache-tags.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { inCards, thumbnailOf } from './cards.ts';

/**
 * A very large shop's page goes out without counts rather than late: the browser asks for them, and
 * the page is made again.
 */
const INDEX_PATIENCE_MS = 250;

export class Reading {
  readonly tags = new Set<string>();
  /** Canonical paths of specimens read one by one. */
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

  /** A page differs only if this or the build does. */
  version(): string {
    return hash('sha256', JSON.stringify(this.#results.toSorted()), 'base64url');
  }
}

/**
 * Anonymous: pages are rendered from this alone. Why:
 * `docs/decisions/0008-public-pages-are-anonymous.md`.
 */
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
      reading.addTags([specimenTag(id), holdTag(id)]);
      const specimen = await readWithRelated(ctx, id, { hidden: false });
      reading.addTags([...mediaTags(specimen), ...relatedTags(specimen)]);
      reading.specimenPaths.add(specimenPath(specimen));
      return specimen;
    }),
    getSettings: recorded(reading, 'getSettings', async () => {
      reading.addTags([SETTINGS]);
      const settings = await readSettings(ctx);
      reading.addTags(mediaTags(settings));
      return {
        ...settings,
        hasCollections: await hasCollections(ctx, reading.tags),
        sendsEmail: await hasMailServer(ctx),
      };
    }),
    getLegal: recorded(reading, 'getLegal', async () => {
      reading.addTags([settingTag('legal')]);
      return readSetting(ctx, 'legal');
    }),
    listCollections: recorded(reading, 'listCollections', async () => {
      const collections = await listCollections(ctx, reading.tags);
      return collections.map((one) => ({
        ...one,
        pieces: one.pieces.map((piece) => ({ ...piece, picture: thumbnailOf(piece.picture) })),
      }));
    }),
    getCollection: recorded(reading, 'getCollection', async (slug, cursor) =>
      inCards(await getCollection(ctx, slug, cursor, reading.tags)),
    ),
    ...featureReads(ctx, reading),
  };
}

function featureReads(ctx: Context, reading: Reading): Partial<PublicApi> {
  const reads: object = Object.assign(
    {},
    ...pluggedInto('pageApi').map((read) => read(ctx, reading.tags)),
  );
  return Object.fromEntries(
    Object.entries(reads).map(([call, read]) => [call, recorded(reading, call, read)]),
  );
}

/**
 * Passes on only errors that visitors may see: while rendering, an error ends up in the page's
 * source.
 */
function recorded<A extends unknown[], R>(
  reading: Reading,
  call: string,
  read: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
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
