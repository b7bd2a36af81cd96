/** Rendering of pages into what can be kept and sent: HTML with every header, compressed once. */
import { createHash } from 'node:crypto';
import type { PublicApi } from '#contract/api.ts';
import { Problem, problemStatus } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { securityHeaders } from '#server/platform/http/headers.ts';
import type { Answer, CachedResponse } from '#server/platform/page-cache/cached-response.ts';
import type { PageCache } from '#server/platform/page-cache/page-cache.ts';
import type { Renderer } from '#server/platform/rendering/renderer.ts';
import { createPageApi, type Reading } from './page-api.ts';

const executableScripts = /<script(?![^>]*\bsrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g;

const scripts = /<script[\s\S]*?<\/script>/g;

/** Where a page is rendered that says the same at every address. */
const missing = {
  page: '/404',
  'specimen id': '/specimen/unknown',
  specimen: '/specimen/1',
  order: '/order-confirmation/unknown',
} as const;

const shells = { order: '/order-confirmation/1', specimen: '/specimen/1' } as const;

const HTML = 'text/html; charset=utf-8';
const REVALIDATED = 'public, max-age=0, must-revalidate';
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

export type Pages = {
  /** A page that everybody gets alike, in its kept address. */
  publicPage(address: string): Promise<CachedResponse>;
  /** The page that says what is missing. */
  missing(what: keyof typeof missing): Promise<CachedResponse>;
  /** A page whose content the browser fetches, of an order or a hidden specimen, or a room's address; told to no search engine. */
  shell(of: keyof typeof shells | `/${string}`): Promise<CachedResponse>;
  /** A page in place of any that cannot be shown, which says why. */
  failed(problem: Problem): Promise<CachedResponse>;
};

export function createPages(ctx: Context, renderer: Renderer, cache: PageCache, { isBuilt }: { isBuilt: boolean }): Pages {
  const { publicUrl, port, cdnSeconds } = ctx.config;
  const origin = publicUrl ?? `http://localhost:${port}`;
  const shared = cdnSeconds === 0 ? REVALIDATED : `public, max-age=0, s-maxage=${cdnSeconds}, stale-while-revalidate=${cdnSeconds}`;
  // A development build works with inline styles and eval; what visitors get does not.
  const security = (html: string) => (isBuilt ? securityHeaders(publicUrl, scriptHashes(html)) : {});

  /** @throws whatever kept the shop from reading what the page needs. */
  async function render(address: string, { shell = false, overrides = {} }: { shell?: boolean; overrides?: Partial<PublicApi> }) {
    const reading: Reading = { tags: new Set(), failure: null };
    const api = { ...createPageApi(ctx, reading), ...overrides };
    const page = await renderer.render(address, { api, origin, shell });
    if (reading.failure) throw reading.failure;
    return { ...page, tags: reading.tags };
  }

  /** Pages and what is missing are kept; redirects and failures are not. */
  async function renderPublic(address: string): Promise<Answer> {
    const { status, location, html, tags } = await render(address, {});
    if (location !== null) return { status, headers: { location, 'cache-control': 'no-store' }, body: '', tags: null };
    if (status === 404) return missingPage(html, tags);
    const isThere = status === 200;
    const headers = { ...security(html), 'content-type': HTML, 'cache-control': isThere ? shared : 'no-store' };
    return { status, headers, body: html, tags: isThere ? tags : null };
  }

  /** The owner may be shown what is missing for others. */
  const missingPage = (html: string, tags: Set<string>): Answer => ({
    status: 404,
    headers: { ...security(html), 'content-type': HTML, 'cache-control': REVALIDATED },
    body: html,
    tags,
    isForVisitors: true,
  });

  async function renderMissing(address: string): Promise<Answer> {
    const { html, tags } = await render(address, { overrides: { getSpecimen: notThere } });
    return missingPage(html, tags);
  }

  async function renderShell(address: string): Promise<Answer> {
    const { status, html, tags } = await render(address, { shell: true });
    return { status, headers: { ...security(html), 'content-type': HTML, ...PRIVATE }, body: html, tags };
  }

  /** Without scripts: what they would fetch is likely to fail as well. */
  async function renderFailed(problem: Problem): Promise<Answer> {
    const fail = async () => {
      throw problem;
    };
    const overrides = { listSpecimens: fail, getSpecimen: fail, getSettings: fail, getLegal: fail };
    const html = (await render(missing.page, { overrides })).html.replace(scripts, '');
    const headers = { ...security(html), 'content-type': HTML, ...PRIVATE };
    return { status: problemStatus[problem.code], headers, body: html, tags: new Set() };
  }

  // No target of a request begins like these addresses: what is kept there is sent by the routes alone.
  return {
    publicPage: (address) => cache.answer(address, () => renderPublic(address)),
    missing: (what) => cache.answer(`missing ${what}`, () => renderMissing(missing[what])),
    shell(of) {
      const address = of in shells ? shells[of as keyof typeof shells] : of;
      return cache.answer(`shell ${address}`, () => renderShell(address));
    },
    failed: (problem) => cache.answer(`failed ${problem.message}`, () => renderFailed(problem)),
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
