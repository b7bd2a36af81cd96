import type { Context } from '#core/server/context.ts';
import type { RenderedPage, Renderer } from '#platform/rendering/renderer.ts';
import { arrivalsFeed } from './arrivals-feed.ts';
import { createPageApi, Reading } from './page-api.ts';
import { type PageUrl, parsePageUrl } from './page-url.ts';
import {
  shownPaths as pathsOfFeatures,
  sitemapIndex,
  sitemapOfPages,
  sitemapOfSpecimens,
  sitemapPart,
} from './sitemap.ts';

export type CopiedUrl = PageUrl;

export const readPageUrl = (target: string): CopiedUrl => parsePageUrl(target);

/**
 * Caches nothing. @param origin of its absolute links. @throws the error that prevented reading
 * what the page needs.
 */
export async function renderForVisitors(
  ctx: Context,
  renderer: Renderer,
  path: string,
  origin: string,
): Promise<RenderedPage> {
  const reading = new Reading();
  const page = await renderer.render(path, {
    api: createPageApi(ctx, reading),
    origin,
    shell: false,
  });
  if (reading.failure) throw reading.failure;
  return page;
}

export const shownPaths = (ctx: Context): Promise<string[]> => pathsOfFeatures(ctx);

export const newestFeed = (ctx: Context, origin: string): Promise<string> =>
  arrivalsFeed(ctx, origin, '', new Set());

export async function* sitemapFor(
  ctx: Context,
  origin: string,
): AsyncGenerator<[file: string, text: string]> {
  const tags = new Set<string>();
  const index = await sitemapIndex(ctx, origin, tags);
  yield ['sitemap.xml', index];
  yield [sitemapPart('pages').slice(1), await sitemapOfPages(ctx, origin, tags)];
  for (const [, part] of index.matchAll(/\/sitemap-(\d+)\.xml</g)) {
    const text = await sitemapOfSpecimens(ctx, origin, Number(part), tags);
    if (text !== null) yield [sitemapPart(Number(part)).slice(1), text];
    tags.clear();
  }
}
