import type { PublicApi } from '#contract/api.ts';
import { Problem, problemStatus } from '#contract/problems.ts';
import { cacheTag, mediaTags } from '#server/cache-invalidation.ts';
import type { Context } from '#server/context.ts';
import { listTags } from '#server/features/specimens/catalogue/public-list.service.ts';
import { getSpecimen, listSpecimens } from '#server/features/specimens/catalogue/specimens.service.ts';
import { readSetting, readSettings } from '../settings/settings.service.ts';

/** What came of rendering a page: the tags of everything that was read, and what kept the shop from reading. */
export type Reading = { tags: Set<string>; failure: unknown };

/** The public reads in-process, as an anonymous visitor gets them: the pages are rendered from nothing else. */
export function createPageApi(ctx: Context, reading: Reading): PublicApi {
  const note = (...found: string[]) => {
    for (const tag of found) reading.tags.add(tag);
  };
  const guarded = <A extends unknown[], R>(read: (...args: A) => Promise<R>) => guardedRead(reading, read);
  return {
    listSpecimens: guarded(async (query) => {
      const page = await listSpecimens(ctx, query, { hidden: false });
      note(...listTags(query, page.specimens));
      return page;
    }),
    getSpecimen: guarded(async (id) => {
      note(cacheTag.specimen(id));
      const specimen = await getSpecimen(ctx, id, { hidden: false });
      note(...mediaTags(specimen));
      return specimen;
    }),
    getSettings: guarded(async () => {
      note(cacheTag.settings);
      const settings = await readSettings(ctx);
      note(...mediaTags(settings));
      return settings;
    }),
    getLegal: guarded(async () => {
      note(cacheTag.setting('legal'));
      return readSetting(ctx, 'legal');
    }),
  };
}

/** An error thrown while rendering ends in the page's source: only what visitors are told on purpose may be read there. */
function guardedRead<A extends unknown[], R>(reading: Reading, read: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await read(...args);
    } catch (error) {
      if (error instanceof Problem && problemStatus[error.code] < 500) throw error;
      reading.failure ??= error;
      throw new Error('internal');
    }
  };
}
