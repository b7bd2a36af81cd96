/** The pages as anonymous visitors get them, for a copy of the shop. */
import type { Context } from '#server/context.ts';
import type { RenderedPage, Renderer } from '#server/platform/rendering/renderer.ts';
import { arrivalsFeed } from './arrivals-feed.ts';
import { createPageApi, Reading } from './page-api.ts';
import { type PageUrl, parsePageUrl } from './page-url.ts';
import { sitemapIndex, sitemapOfPages, sitemapOfSpecimens, sitemapPart } from './sitemap.ts';

export type CopiedUrl = PageUrl;

/** What a path with its query means. */
export const readPageUrl = (target: string): CopiedUrl => parsePageUrl(target);

/** Renders a page for anybody, and caches nothing. @param origin of its absolute links. @throws the error that prevented reading what the page needs. */
export async function renderForVisitors(ctx: Context, renderer: Renderer, path: string, origin: string): Promise<RenderedPage> {
  const reading = new Reading();
  const page = await renderer.render(path, { api: createPageApi(ctx, reading), origin, shell: false });
  if (reading.failure) throw reading.failure;
  return page;
}

/** The Atom feed of all new arrivals. */
export const newestFeed = (ctx: Context, origin: string): Promise<string> => arrivalsFeed(ctx, origin, '', new Set());

/** The files of the sitemap, by their names. */
export async function* sitemapFor(ctx: Context, origin: string): AsyncGenerator<[file: string, text: string]> {
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
