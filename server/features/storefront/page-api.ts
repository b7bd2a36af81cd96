import type { PublicApi } from '#contract/api.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { mediaTags, tagOf } from '#server/public-change.ts';
import { readSetting, readSettings } from '../settings/settings.service.ts';
import { listTags } from '../specimens/public-list.service.ts';
import { getSpecimen, listSpecimens } from '../specimens/specimens.service.ts';

/**
 * The public reads in-process, as an anonymous visitor gets them: the pages are rendered from nothing else.
 * @param tags is given those of everything that is read.
 */
export function createPageApi(ctx: Context, tags: Set<string>): PublicApi {
  const note = (...found: string[]) => {
    for (const tag of found) tags.add(tag);
  };
  return {
    listSpecimens: guarded(ctx, async (query) => {
      const page = await listSpecimens(ctx, query, { hidden: false });
      note(...listTags(query, page.specimens));
      return page;
    }),
    getSpecimen: guarded(ctx, async (id) => {
      note(tagOf.specimen(id));
      const specimen = await getSpecimen(ctx, id, { hidden: false });
      note(...mediaTags(specimen));
      return specimen;
    }),
    getSettings: guarded(ctx, async () => {
      note(tagOf.settings);
      const settings = await readSettings(ctx);
      note(...mediaTags(settings));
      return settings;
    }),
    getLegal: guarded(ctx, async () => {
      note(tagOf.setting('legal'));
      return readSetting(ctx, 'legal');
    }),
  };
}

/** An error thrown while rendering ends in the page's source: only expected ones may be read there. */
function guarded<A extends unknown[], R>(ctx: Context, read: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await read(...args);
    } catch (error) {
      if (error instanceof Problem) throw error;
      ctx.log.error({ err: error }, 'a page could not be rendered');
      const hidden = new Error('internal');
      hidden.stack = '';
      throw hidden;
    }
  };
}
