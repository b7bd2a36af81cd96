/** Renders pages into what can be cached and sent: HTML with every header, compressed once. */
import { createHash, hash } from 'node:crypto';
import type { PublicApi } from '#contract/api.ts';
import { yearIn } from '#contract/dates.ts';
import type { Missing } from '#contract/pages.ts';
import { Problem, problemStatus } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { securityHeaders } from '#server/platform/http/headers.ts';
import type { CachedResponse, UncachedResponse } from '#server/platform/page-cache/cached-response.ts';
import type { PageCache } from '#server/platform/page-cache/page-cache.ts';
import type { Renderer } from '#server/platform/rendering/renderer.ts';
import { createPageApi, Reading } from './page-api.ts';

const executableScripts = /<script(?![^>]*\bsrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g;
const scripts = /<script[\s\S]*?<\/script>/g;

/** Any path where the page that says what is missing is rendered: it says the same wherever it is sent. */
const missingAt: Record<Missing, string> = {
  page: '/404',
  'specimen id': '/specimen/unknown',
  specimen: '/specimen/1',
  order: '/order-confirmation/unknown',
};

const HTML = 'text/html; charset=utf-8';
const REVALIDATED = 'public, max-age=0, must-revalidate';
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

export type Pages = {
  /** A page that is the same for everybody. @param path in its one spelling, which is its cache key. */
  publicPage(path: string): Promise<CachedResponse>;
  /** The page that says what is missing. */
  missing(what: Missing): Promise<CachedResponse>;
  /** A page whose content the browser fetches: an order, a hidden specimen, an admin page. No search engine is told of it. */
  shell(path: string): Promise<CachedResponse>;
  /** The page that takes the place of any other that cannot be shown, and says why. */
  failed(problem: Problem): Promise<CachedResponse>;
};

export function createPages(ctx: Context, renderer: Renderer, cache: PageCache, { isBuilt }: { isBuilt: boolean }): Pages {
  const { publicUrl, port, cdnSeconds } = ctx.config;
  const origin = publicUrl ?? `http://localhost:${port}`;
  const shared = cdnSeconds === 0 ? REVALIDATED : `public, max-age=0, s-maxage=${cdnSeconds}, stale-while-revalidate=${cdnSeconds}`;
  // A development build works with inline styles and eval; what visitors get does not.
  const security = (html: string) => (isBuilt ? securityHeaders(publicUrl, scriptHashes(html)) : {});
  /** All that pages are made of beside what they read and the time. */
  const base = JSON.stringify([renderer.build, origin, securityHeaders(publicUrl)]);

  /** @throws whatever kept the shop from reading what the page needs. */
  async function render(path: string, { shell = false, overrides = {} }: { shell?: boolean; overrides?: Partial<PublicApi> }) {
    const reading = new Reading();
    const api = createPageApi(ctx, reading);
    const getSettings: PublicApi['getSettings'] = async () => {
      const settings = await api.getSettings();
      // Pages show the year.
      reading.record('year', [], yearIn(settings.general.timeZone, ctx.clock.now()));
      return settings;
    };
    const page = await renderer.render(path, { api: { ...api, getSettings, ...overrides }, origin, shell });
    if (reading.failure) throw reading.failure;
    const version = hash('sha256', JSON.stringify([base, path, page.status, reading.version()]), 'base64url');
    return { ...page, tags: reading.tags, specimenPaths: reading.specimenPaths, version };
  }

  /** Pages, and what is missing, are cached; redirects and failures are not. */
  async function renderPublic(path: string): Promise<UncachedResponse> {
    const { status, location, html, tags, version, specimenPaths } = await render(path, {});
    if (location !== null) return { status, headers: { location, 'cache-control': 'no-store' }, body: '', tags: null };
    if (status === 404) return missingPage(html, version, tags);
    const isThere = status === 200;
    const headers = { ...security(html), 'content-type': HTML, 'cache-control': isThere ? shared : 'no-store' };
    // A title that changed since the request was routed: this path is redirected from now on.
    const isCurrent = [...specimenPaths].every((canonical) => path === canonical || /^\/specimen\/\d+$/.test(path));
    return { status, headers, body: html, version, tags: isThere && isCurrent ? tags : null };
  }

  /** For visitors only: the admin may be shown what is missing for others. */
  const missingPage = (html: string, version: string, tags: Set<string>): UncachedResponse => ({
    status: 404,
    headers: { ...security(html), 'content-type': HTML, 'cache-control': REVALIDATED },
    body: html,
    version,
    tags,
    isAnonymous: true,
  });

  async function renderMissing(what: Missing): Promise<UncachedResponse> {
    const { html, tags, version } = await render(missingAt[what], { overrides: { getSpecimen: notThere } });
    const page = missingPage(html, version, tags);
    return what === 'order' ? { ...page, headers: { ...page.headers, ...PRIVATE } } : page;
  }

  async function renderShell(path: string): Promise<UncachedResponse> {
    const { status, html, tags, version } = await render(path, { shell: true });
    return { status, headers: { ...security(html), 'content-type': HTML, ...PRIVATE }, body: html, version, tags };
  }

  /** Without scripts: what they would fetch is likely to fail as well. */
  async function renderFailed(problem: Problem): Promise<UncachedResponse> {
    const fail = async () => {
      throw problem;
    };
    const overrides = { listSpecimens: fail, getSpecimen: fail, getSettings: fail, getLegal: fail };
    const html = (await render(missingAt.page, { overrides })).html.replace(scripts, '');
    const headers = { ...security(html), 'content-type': HTML, ...PRIVATE };
    return { status: problemStatus[problem.code], headers, body: html, tags: new Set() };
  }

  // No request's target begins like the last three keys: only the routes send what is cached there.
  return {
    publicPage: (path) => cache.respond(path, () => renderPublic(path)),
    missing: (what) => cache.respond(`missing ${what}`, () => renderMissing(what)),
    shell: (path) => cache.respond(`shell ${path}`, () => renderShell(path)),
    failed: (problem) => cache.respond(`failed ${problem.message}`, () => renderFailed(problem)),
  };
}

const notThere = async () => {
  throw new Problem('not_found', 'Specimen not found');
};

const scriptHashes = (html: string): string[] =>
  [...html.matchAll(executableScripts)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  );
