/** Rendering of pages into what can be kept and sent: HTML with every header, compressed once. */
import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Context } from '#server/context.ts';
import { securityHeaders } from '#server/platform/http/headers.ts';
import { type CachedPage, type PageCache, preparePage } from '#server/platform/rendering/page-cache.ts';
import type { Renderer } from '#server/platform/rendering/renderer.ts';
import { createPageApi } from './page-api.ts';

const executableScripts = /<script(?![^>]*\bsrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g;

export type Page = { status: number; location: string | null; prepared: CachedPage };

export type Pages = {
  /** A page that everybody gets alike, from the cache or rendered and kept; only a 200 is kept. */
  publicPage(address: string): Promise<Page>;
  /** A page whose content the browser fetches; never kept, told to no search engine. */
  shell(address: string): Promise<Page>;
};

export function createPages(ctx: Context, renderer: Renderer, cache: PageCache, { isBuilt }: { isBuilt: boolean }): Pages {
  const api = createPageApi(ctx);
  const { publicUrl, port } = ctx.config;
  const origin = publicUrl ?? `http://localhost:${port}`;

  async function render(address: string, shell: boolean, headers: OutgoingHttpHeaders): Promise<Page> {
    const { status, location, html } = await renderer.render(address, { api, origin, shell });
    const hashes = [...html.matchAll(executableScripts)].map(
      ([, script]) =>
        `'sha256-${createHash('sha256')
          .update(script ?? '')
          .digest('base64')}'`,
    );
    // A development build works with inline styles and eval; what visitors get does not.
    const security = isBuilt ? securityHeaders(publicUrl, hashes) : {};
    return { status, location, prepared: await preparePage(html, { ...security, ...headers }) };
  }

  return {
    async publicPage(address) {
      const kept = cache.get(address);
      if (kept) return { status: 200, location: null, prepared: kept };
      const generation = cache.generation();
      const page = await render(address, false, { 'cache-control': 'public, max-age=0, must-revalidate' });
      if (page.status === 200 && isBuilt) cache.set(address, page.prepared, generation);
      return page;
    },
    shell: (address) => render(address, true, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }),
  };
}
