import type { PublicApi } from '#contract/api.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '../../context.ts';
import { readSetting, readSettings } from '../settings/settings.service.ts';
import { getSpecimen, listSpecimens } from '../specimens/specimens.service.ts';

/** The public reads in-process, as an anonymous visitor gets them: the pages are rendered from nothing else. */
export function createPageApi(ctx: Context): PublicApi {
  return {
    listSpecimens: guarded(ctx, (query) => listSpecimens(ctx, query, { hidden: false })),
    getSpecimen: guarded(ctx, (id) => getSpecimen(ctx, id, { hidden: false })),
    getSettings: guarded(ctx, () => readSettings(ctx)),
    getLegal: guarded(ctx, () => readSetting(ctx, 'legal')),
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
