/** Visitors get neither the worker nor the manifest. */
import { hash } from 'node:crypto';
import { pages as pageTable } from '#core/contract/storefront/pages.ts';
import { requireAdmin } from '#core/server/admin/auth/auth.service.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import type { Pages } from '#core/server/storefront/pages/page-responses.ts';
import type { App } from '#platform/http/app-type.ts';
import type { BuiltFiles } from '#platform/rendering/renderer.ts';

const SHOW = pageTable.show.path;
const SCREEN = 'features/show/web/show-desk-page.tsx';
const sources = [
  'core/web/entry-client.tsx',
  'core/web/arrivals.ts',
  'core/web/routes/admin-pages.tsx',
  SCREEN,
  'ui/toaster.tsx',
  'core/web/admin/auth/login-dialog.tsx',
  'core/web/admin/auth/logout.ts',
  'core/web/admin/auth/ask-before-logout.ts',
  'core/web/catalogue/editing/drafts/draft-queries.ts',
];
const isOfShow = (source: string): boolean =>
  source === SCREEN || source.startsWith('features/show/web/');

export function showFileRoutes(app: App, ctx: Context, pages: Pages, files: BuiltFiles): void {
  const onRequest = requireAdmin(ctx);
  const schema = { hide: true };
  const assets = [...files.urlsFor(sources, isOfShow), ...files.fonts];
  const script = files.read('show-worker/worker.js');
  // It is asked for again when needed.
  script.catch(() => {});

  app.get(`${SHOW}/worker.js`, { onRequest, schema }, async (_request, reply) => {
    const { etag } = await pages.shell(SHOW);
    const text = await script;
    // Any change of the page or its frame is another worker to the browser.
    const version = hash('sha256', JSON.stringify([etag, assets, text]), 'base64url').slice(0, 16);
    return (
      reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        // The scope replaces the worker's folder: neither wider nor anywhere else.
        .header('service-worker-allowed', SHOW)
        .send(`self.druseShow = ${JSON.stringify({ version, assets })};\n${text}`)
    );
  });

  app.get(`${SHOW}/manifest.webmanifest`, { onRequest, schema }, async (_request, reply) => {
    const { siteTitle } = await readSetting(ctx, 'general');
    const manifest = {
      name: `${siteTitle}: mineral show`,
      short_name: 'Mineral show',
      id: SHOW,
      scope: SHOW,
      start_url: SHOW,
      display: 'standalone',
      background_color: '#f7f3eb',
      theme_color: '#f7f3eb',
      icons: [
        {
          src: files.urlOf('core/web/assets/show-icon.png'),
          sizes: '512x512',
          type: 'image/png',
          purpose: 'any maskable',
        },
      ],
    };
    return reply
      .header('content-type', 'application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifest));
  });
}
