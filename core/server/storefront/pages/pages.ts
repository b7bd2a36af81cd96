import { hash } from 'node:crypto';
import type { PublicApi } from '#core/contract/api.ts';
import { type Problem, problemStatus } from '#core/contract/problems.ts';
import type { Missing, MissingPage } from '#core/contract/storefront/pages.ts';
import { yearIn } from '#core/contract/year.ts';
import { noSuchSpecimen } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { type Permissions, securityHeaders } from '#platform/http/headers.ts';
import type { UncachedResponse } from '#platform/page-cache/cached-response.ts';
import type { PageCache } from '#platform/page-cache/page-cache.ts';
import type { RenderedPage, Renderer } from '#platform/rendering/renderer.ts';
import { createPageApi, Reading } from './page-api.ts';
import type { Pages } from './page-responses.ts';

const scripts = /<script[\s\S]*?<\/script>/g;

/** The page is the same at every path; this one is rendered. */
const missingAt: Record<Missing, string> = {
  page: '/404',
  'specimen id': '/specimen/unknown',
  specimen: '/specimen/1',
  order: '/order-confirmation/unknown',
};

const HTML = 'text/html; charset=utf-8';
const REVALIDATED = 'public, max-age=0, must-revalidate';
const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

export const failedKey = ({ message, details }: Problem): string =>
  `failed ${message} ${details.retryAfter ?? ''}`;

export function createPages(
  ctx: Context,
  renderer: Renderer,
  cache: PageCache,
  { isBuilt }: { isBuilt: boolean },
): Pages {
  const { publicUrl, port, cdnSeconds } = ctx.config;
  const origin = publicUrl ?? `http://localhost:${port}`;
  const shared =
    cdnSeconds === 0
      ? REVALIDATED
      : `public, max-age=0, s-maxage=${cdnSeconds}, stale-while-revalidate=${cdnSeconds}`;
  // A development build needs inline styles and eval; the production build does not.
  const security = (
    page: Pick<RenderedPage, 'scriptHashes' | 'styleHashes'>,
    permissions?: Permissions,
  ) => (isBuilt ? securityHeaders(publicUrl, page, permissions) : {});
  /** Pages depend on this too. */
  const base = JSON.stringify([
    renderer.build,
    origin,
    securityHeaders(publicUrl),
    ...Object.values(permissions).map((allowed) => securityHeaders(publicUrl, undefined, allowed)),
  ]);

  /** @throws the error that prevented reading what the page needs. */
  async function render(
    path: string,
    { shell = false, overrides = {} }: { shell?: boolean; overrides?: Partial<PublicApi> },
  ) {
    const reading = new Reading();
    const api = createPageApi(ctx, reading);
    const getSettings: PublicApi['getSettings'] = async () => {
      const settings = await api.getSettings();
      // The footer shows the year.
      reading.record('year', [], yearIn(settings.general.timeZone, ctx.clock.now()));
      return settings;
    };
    const page = await renderer.render(path, {
      api: { ...api, getSettings, ...overrides },
      origin,
      shell,
    });
    if (reading.failure) throw reading.failure;
    const version = hash(
      'sha256',
      JSON.stringify([base, path, page.status, reading.version()]),
      'base64url',
    );
    return { ...page, tags: reading.tags, specimenPaths: reading.specimenPaths, version };
  }

  /** Caches neither redirects nor failures. */
  async function renderPublic(path: string): Promise<UncachedResponse> {
    const page = await render(path, {});
    const { status, location, html, tags, version, specimenPaths } = page;
    if (location !== null)
      return { status, headers: { location, 'cache-control': 'no-store' }, body: '', tags: null };
    if (status === 404) return missingPage(page);
    const isThere = status === 200;
    const headers = {
      ...security(page),
      'content-type': HTML,
      'cache-control': isThere ? shared : 'no-store',
    };
    // If a title changed after routing, this path redirects from now on.
    const isCurrent = [...specimenPaths].every(
      (canonical) => path === canonical || /^\/(specimen|ask|wait)\/\d+$/.test(path),
    );
    return { status, headers, body: html, version, tags: isThere && isCurrent ? tags : null };
  }

  /**
   * The admin may see it. Cached here alone: elsewhere it would outlive what appears in its place.
   */
  const missingPage = (
    page: RenderedPage & { version: string; tags: Set<string> },
  ): UncachedResponse => ({
    status: 404,
    headers: { ...security(page), 'content-type': HTML, 'cache-control': 'no-store' },
    body: page.html,
    version: page.version,
    tags: page.tags,
    isAnonymous: true,
  });

  async function renderMissing(what: MissingPage): Promise<UncachedResponse> {
    const page = missingPage(
      await render(missingAt[what as Missing] ?? what, { overrides: { getSpecimen: notThere } }),
    );
    return what === 'order' ? { ...page, headers: { ...page.headers, ...PRIVATE } } : page;
  }

  async function renderShell(path: string): Promise<UncachedResponse> {
    const page = await render(path, { shell: true });
    const { status, html, tags, version } = page;
    const headers = { ...security(page, permissions[path]), 'content-type': HTML, ...PRIVATE };
    return { status, headers, body: html, version, tags };
  }

  /** Without scripts: their requests would probably fail too. */
  async function renderFailed(problem: Problem): Promise<UncachedResponse> {
    const fail = async () => {
      throw problem;
    };
    const calls = Object.keys(createPageApi(ctx, new Reading()));
    const overrides: Partial<PublicApi> = Object.fromEntries(calls.map((call) => [call, fail]));
    const { html, styleHashes } = await render(missingAt.page, { overrides });
    const { retryAfter } = problem.details;
    const headers = {
      ...security({ scriptHashes: [], styleHashes }),
      'content-type': HTML,
      ...PRIVATE,
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    };
    return {
      status: problemStatus[problem.code],
      headers,
      body: html.replace(scripts, ''),
      tags: new Set(),
    };
  }

  // No request's target begins like the last three keys: only the routes send those responses.
  return {
    publicPage: (path) => cache.respond(path, () => renderPublic(path)),
    missing: (what) => cache.respond(`missing ${what}`, () => renderMissing(what)),
    shell: (path) => cache.respond(`shell ${path}`, () => renderShell(path)),
    failed: (problem) => cache.respond(failedKey(problem), () => renderFailed(problem)),
  };
}

/** Visitors never get a feature's admin page. */
const permissions: Record<string, Permissions> = Object.assign({}, ...pluggedInto('permissions'));

const notThere = async () => {
  throw noSuchSpecimen();
};
