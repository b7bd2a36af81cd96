import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { collectionPath } from '#core/contract/catalogue/collection-rules.ts';
import { formatDeadline } from '#core/contract/dates.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import {
  listCollections,
  shownCollections,
} from '#core/server/catalogue/collections/collections.service.ts';
import { contextOn } from '#core/server/catalogue/specimens/facets/copying.service.ts';
import type { Context } from '#core/server/context.ts';
import { publicFileFinder } from '#core/server/media/serving/copying.service.ts';
import {
  newestFeed,
  readPageUrl,
  renderForVisitors,
  shownPaths,
  sitemapFor,
} from '#core/server/storefront/pages/visitor-pages.service.ts';
import { inSnapshot } from '#platform/db/backup/snapshot.ts';
import type { Renderer } from '#platform/rendering/renderer.ts';
import { type Catalogue, type CopiedPage, createCopiedLinks } from './copied-links.ts';
import { type Copy, copiedPage, MAP, type Needed, NOWHERE, STYLE } from './copied-page.ts';
import { type CopyFolder, replaceCopy } from './copy-folder.ts';
import { HOME, SEARCH } from './copy-paths.ts';
import { copyMap, copyStyle } from './copy-styles.ts';
import { unescaped } from './markup.ts';
import { type IndexedSpecimen, indexedSpecimens, indexScript } from './search-index.ts';
import { searchPage } from './search-page.ts';

const SCRIPT = 'assets/search.js';
const INDEX = 'assets/search-index.js';
const LINK = / href="(\/[^"]*)"/g;
const FILES_AT_ONCE = 4;

export type StaticCopyOptions = {
  renderer: Renderer;
  dist: string;
  /** Orders go to this origin; null: to the shop's email address. */
  url: string | null;
  hasVideos: boolean;
  /** Nothing is written once it is aborted. */
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
 * Writes what visitors see at one moment, whole or not at all. The shop may run meanwhile.
 * @throws Problem state_conflict where the folder has other files.
 */
export async function writeStaticCopy(
  ctx: Context,
  target: string,
  options: StaticCopyOptions,
): Promise<StaticCopyReport> {
  const report: StaticCopyReport = { pages: 0, specimens: 0, media: 0, bytes: 0, missing: [] };
  await replaceCopy(target, async (folder) => {
    // Maps public names of files to those in the store; read once nothing holds the snapshot.
    const media = await inSnapshot(ctx.db, ctx.dialect, (snapshot) =>
      writePages(contextOn(ctx, snapshot), folder, options, report),
    );
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
    if (status !== 200)
      throw new Error(`Couldn't copy the page ${target}: its status is ${status}.`);
    return html;
  };

  const specimens: IndexedSpecimen[] = [];
  for await (const specimen of indexedSpecimens(ctx, (name) => needed.media.add(name)))
    specimens.push(specimen);
  report.specimens = specimens.length;
  // The first page waits until the filters are counted.
  await ctx.facetIndex.current();
  const catalogue = await readCatalogue(ctx, specimens);
  const shown = await shownPaths(ctx);
  const spelled = new Map<string, string | null>(shown.map((one) => [one, one]));
  const links = createCopiedLinks(catalogue, readPageUrl, spelled);
  const copy = await readCopy(ctx, { url, hasVideos });

  async function spell(href: string): Promise<void> {
    const page = readPageUrl(href.split('#', 1)[0] ?? '');
    if (page.kind === 'moved') await spell(page.to);
    if (page.kind === 'spelled' && !spelled.has(page.path))
      spelled.set(page.path, await page.canonical(ctx));
  }

  async function write(html: string, page: CopiedPage, scripts: string[] = []): Promise<void> {
    for (const [, href = ''] of html.matchAll(LINK)) await spell(unescaped(href));
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
    ...shown,
    ...[...catalogue.collections].map(collectionPath),
  ]) {
    links.targetOf(path, start);
  }
  await write(searchPage(await render('/?values=all')), { path: '/', file: SEARCH, number: 1 }, [
    INDEX,
    SCRIPT,
  ]);
  for (let page = links.take(); page; page = links.take())
    await write(await render(page.path), page);

  await folder.write(INDEX, indexScript(specimens));
  await folder.write(SCRIPT, await readFile(path.join(dist, 'static-copy/search.js')));
  await folder.write(STYLE, await copyStyle(dist));
  const map = await copyMap(dist);
  if (map !== null) await folder.write(MAP, map);
  for (const name of assets)
    await folder.write(`assets/${name}`, await readFile(path.join(dist, 'client/assets', name)));
  if (url !== null) {
    await folder.write('feed.xml', await newestFeed(ctx, url));
    for await (const [file, text] of sitemapFor(ctx, url)) await folder.write(file, text);
  }
  return stored;
}

async function readCatalogue(ctx: Context, specimens: IndexedSpecimen[]): Promise<Catalogue> {
  const { legalPages } = await readSettings(ctx);
  return {
    specimens: new Map(specimens.map(({ id, path: page }) => [id, page])),
    collections: new Set(await shownCollections(ctx, new Set())),
    legal: new Set(legalPages.map((page) => `/${page}`)),
  };
}

async function readCopy(
  ctx: Context,
  { url, hasVideos }: Pick<Copy, 'url' | 'hasVideos'>,
): Promise<Copy> {
  const { general } = await readSettings(ctx);
  const collections = await listCollections(ctx, new Set());
  return {
    shop: general.siteTitle,
    email: general.contactEmail,
    url,
    hasVideos,
    made: formatDeadline(ctx.clock.now().toISOString(), general.timeZone),
    collections: collections.map(({ name, slug }) => ({ name, path: collectionPath(slug) })),
  };
}

/** Copies a few files at a time; their bytes are never in memory as a whole. */
async function writeMedia(
  ctx: Context,
  folder: CopyFolder,
  media: Map<string, string>,
  signal: AbortSignal,
  report: StaticCopyReport,
) {
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
