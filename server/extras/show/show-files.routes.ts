/** What the page of the show has besides itself: its service worker, and the manifest by which a device installs it. Visitors get neither. */
import { hash } from 'node:crypto';
import { pages as pageTable } from '#contract/storefront/pages.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import type { Pages } from '#server/features/storefront/pages/page-responses.ts';
import type { App } from '#server/platform/http/app-type.ts';
import type { BuiltFiles } from '#server/platform/rendering/renderer.ts';

const SHOW = pageTable.show.path;
const SCREEN = 'web/extras/show/show-desk-page.tsx';
/** What the page shows at once and later: itself, the frame of every page, the login, the question before a logout. */
const sources = [
  'web/entry-client.tsx',
  'web/arrivals.ts',
  'web/routes/admin-pages.tsx',
  SCREEN,
  'web/ui/toaster.tsx',
  'web/features/admin/auth/login-dialog.tsx',
  'web/features/admin/auth/logout.ts',
  'web/features/admin/auth/ask-before-logout.ts',
  'web/features/catalogue/editing/drafts/draft-queries.ts',
];
const isOfShow = (source: string): boolean => source === SCREEN || source.startsWith('web/extras/show/');

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
    // Of everything that the worker has: a change of the build or of the page's frame is another worker to the browser.
    const version = hash('sha256', JSON.stringify([etag, assets, text]), 'base64url').slice(0, 16);
    return (
      reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('cache-control', 'no-cache')
        // In the place of the folder that it lies in: neither wider nor anywhere else.
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
      icons: [{ src: files.urlOf('web/assets/show-icon.png'), sizes: '512x512', type: 'image/png', purpose: 'any maskable' }],
    };
    return reply.header('content-type', 'application/manifest+json').header('cache-control', 'no-cache').send(JSON.stringify(manifest));
  });
}
