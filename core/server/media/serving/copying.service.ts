import type { Context } from '#core/server/context.ts';
import { createPageCache } from '#platform/page-cache/page-cache.ts';
import { mediaFinder } from './media-finder.ts';

/** Returns null for what not everyone may see. */
export function publicFileFinder(ctx: Context): (name: string) => Promise<string | null> {
  const find = mediaFinder(
    { ...ctx, config: { ...ctx.config, rateLimits: false } },
    createPageCache(),
  );
  return async (name) => {
    const found = await find(name, { client: 'copy', isAdmin: async () => false });
    return found?.isPublic && found.name === name ? found.stored : null;
  };
}
