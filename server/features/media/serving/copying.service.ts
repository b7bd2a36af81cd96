/** The public files of a copy of the shop. */
import type { Context } from '#server/context.ts';
import { createPageCache } from '#server/platform/page-cache/page-cache.ts';
import { mediaFinder } from './media-finder.ts';

/** Finds what a public name is called in the media store; null for what not everybody may see. */
export function publicFileFinder(ctx: Context): (name: string) => Promise<string | null> {
  const find = mediaFinder({ ...ctx, config: { ...ctx.config, rateLimits: false } }, createPageCache());
  return async (name) => {
    const found = await find(name, { client: 'copy', isAdmin: async () => false });
    return found?.isPublic && found.name === name ? found.stored : null;
  };
}
