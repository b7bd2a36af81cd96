/** Writes the public shop as plain files, which any web space serves and a browser opens from a disk. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { collectionPath } from '#contract/catalogue/collection-rules.ts';
import { formatDate } from '#contract/dates.ts';
import type { Context } from '#server/context.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { listCollections, shownCollections } from '#server/features/catalogue/collections/collections.service.ts';
import { contextOn } from '#server/features/catalogue/specimens/facets/copying.service.ts';
import { speciesTopicPath, topicPaths } from '#server/features/catalogue/topics/topics.service.ts';
import { publicFileFinder } from '#server/features/media/serving/copying.service.ts';
import { newestFeed, readPageUrl, renderForVisitors, sitemapFor } from '#server/features/storefront/pages/visitor-pages.service.ts';
import { inSnapshot } from '#server/platform/db/backup/snapshot.ts';
import type { Renderer } from '#server/platform/rendering/renderer.ts';
import { type Catalogue, type CopiedPage, createCopiedLinks } from './copied-links.ts';
import { type Copy, copiedPage, MAP, type Needed, NOWHERE, STYLE } from './copied-page.ts';
import { type CopyFolder, replaceCopy } from './copy-folder.ts';
import { HOME, SEARCH } from './copy-paths.ts';
import { copyMap, copyStyle } from './copy-styles.ts';
import { type IndexedSpecimen, indexedSpecimens, indexScript } from './search-index.ts';
import { searchPage } from './search-page.ts';

/** The copy's script, and the index that it searches. */
const SCRIPT = 'assets/search.js';
const INDEX = 'assets/search-index.js';
/** Files that are read from the media store at the same time. */
const FILES_AT_ONCE = 4;

export type StaticCopyOptions = {
  renderer: Renderer;
  /** The folder of the built pages. */
  dist: string;
  /** The origin of the shop that is copied, where orders go; null: to its email address. */
  url: string | null;
  hasVideos: boolean;
  /** Ends it: nothing is written then. */
  signal: AbortSignal;
};

export type StaticCopyReport = {
  pages: number;
  specimens: number;
  media: number;
  bytes: number /** Public files that the media store lacks. */;
  missing: string[];
};

/**
 * Writes what visitors see at one moment, the folder whole or not at all. The shop may run meanwhile.
 * @throws Problem state_conflict where the folder has other files.
 */
export async function writeStaticCopy(ctx: Context, target: string, options: StaticCopyOptions): Promise<StaticCopyReport> {
  const report: StaticCopyReport = { pages: 0, specimens: 0, media: 0, bytes: 0, missing: [] };
  await replaceCopy(target, async (folder) => {
    // The names of files by which they are public, with those in the store; read once nothing holds the snapshot.
    const media = await inSnapshot(ctx.db, ctx.dialect, (snapshot) => writePages(contextOn(ctx, snapshot), folder, options, report));
    await writeMedia(ctx, folder, media, options.signal, report);
  });
  return report;
}

async function writePages(
  ctx: Context,
  folder: CopyFolder,
  { renderer, dist, url, hasVideos, signal }: StaticCopyOptions,
  report: StaticCopyReport,
): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  const needed: Needed = { media: new Set(), assets: new Set() };
  const assets = new Set<string>();
  const findFile = publicFileFinder(ctx);
  const render = async (target: string) => {
    signal.throwIfAborted();
    const { status, html } = await renderForVisitors(ctx, renderer, target, url ?? NOWHERE);
    if (status !== 200) throw new Error(`Couldn't copy the page ${target}: its status is ${status}.`);
    return html;
  };

  const specimens: IndexedSpecimen[] = [];
  for await (const specimen of indexedSpecimens(ctx, (name) => needed.media.add(name))) specimens.push(specimen);
  report.specimens = specimens.length;
  // The first page waits until the filters are counted.
  await ctx.facetIndex.current();
  const catalogue = await readCatalogue(ctx, specimens);
  const links = createCopiedLinks(catalogue, readPageUrl, speciesTopicPath);
  const copy = await readCopy(ctx, { url, hasVideos });

  async function write(html: string, page: CopiedPage, scripts: string[] = []): Promise<void> {
    await folder.write(page.file, copiedPage(html, page, { copy, links, needed, scripts }));
    report.pages += 1;
    for (const name of needed.media) if (!stored.has(name)) await need(name);
    for (const name of needed.assets) assets.add(name);
    needed.media.clear();
  }

  async function need(name: string): Promise<void> {
    const file = await findFile(name);
    if (file !== null) stored.set(name, file);
    else report.missing.push(name);
  }

  const start: CopiedPage = { path: '/', file: HOME, number: 1 };
  for (const path of [
    '/',
    ...catalogue.specimens.values(),
    ...catalogue.legal,
    ...(await topicPaths(ctx)),
    ...[...catalogue.collections].map(collectionPath),
  ]) {
    links.targetOf(path, start);
  }
  await write(searchPage(await render('/?values=all')), { path: '/', file: SEARCH, number: 1 }, [INDEX, SCRIPT]);
  for (let page = links.take(); page; page = links.take()) await write(await render(page.path), page);

  await folder.write(INDEX, indexScript(specimens));
  await folder.write(SCRIPT, await readFile(path.join(dist, 'static-copy/search.js')));
  await folder.write(STYLE, await copyStyle(dist));
  await folder.write(MAP, await copyMap(dist));
  for (const name of assets) await folder.write(`assets/${name}`, await readFile(path.join(dist, 'client/assets', name)));
  if (url !== null) {
    await folder.write('feed.xml', await newestFeed(ctx, url));
    for await (const [file, text] of sitemapFor(ctx, url)) await folder.write(file, text);
  }
  return stored;
}

async function readCatalogue(ctx: Context, specimens: IndexedSpecimen[]): Promise<Catalogue> {
  const topics = await topicPaths(ctx);
  const localities = topics.flatMap((topic) => {
    const id = /^\/locality\/(\d+)/.exec(topic)?.[1];
    return id === undefined ? [] : [[Number(id), topic] as const];
  });
  const { legalPages } = await readSettings(ctx);
  return {
    specimens: new Map(specimens.map(({ id, path: page }) => [id, page])),
    localities: new Map(localities),
    collections: new Set(await shownCollections(ctx, new Set())),
    legal: new Set(legalPages.map((page) => `/${page}`)),
  };
}

async function readCopy(ctx: Context, { url, hasVideos }: Pick<Copy, 'url' | 'hasVideos'>): Promise<Copy> {
  const { general } = await readSettings(ctx);
  const collections = await listCollections(ctx, new Set());
  return {
    shop: general.siteTitle,
    email: general.contactEmail,
    url,
    hasVideos,
    made: madeWords(ctx.clock.now(), general.timeZone),
    collections: collections.map(({ name, slug }) => ({ name, path: collectionPath(slug) })),
  };
}

/** `Nov 23, 2026, 12:05 AM EST`, with the zone, since readers may live elsewhere. */
function madeWords(now: Date, timeZone: string): string {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName');
  return `${formatDate(now.toISOString(), timeZone)} ${zone?.value ?? ''}`.trim();
}

/** Copies the files a few at a time; their bytes are never in memory as a whole. */
async function writeMedia(ctx: Context, folder: CopyFolder, media: Map<string, string>, signal: AbortSignal, report: StaticCopyReport) {
  const waiting = media.entries();
  const work = async () => {
    for (const [name, stored] of waiting) {
      signal.throwIfAborted();
      const file = await ctx.mediaStore.open(stored);
      if (!file) report.missing.push(name);
      else {
        await folder.write(`media/${name}`, file.read());
        report.media += 1;
        report.bytes += file.size;
      }
    }
  };
  const done = await Promise.allSettled(Array.from({ length: FILES_AT_ONCE }, work));
  for (const one of done) if (one.status === 'rejected') throw one.reason;
}
