/** The one door to web/: turns an address into the HTML of a page, with the tags of the built assets. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PublicApi } from '#contract/api.ts';
import { stableHtml } from './stable-html.ts';

/** What web/entry-server.tsx exports. */
type PageModule = { render(request: Request, options: RenderOptions): Promise<Response> };

export type RenderOptions = { api: PublicApi; origin: string; shell: boolean };

export type RenderedPage = {
  status: number;
  /** Where a redirect leads. */
  location: string | null;
  html: string;
};

export type Renderer = {
  /** `address` is a path with its query on our own origin. */
  render(address: string, options: RenderOptions): Promise<RenderedPage>;
  /** Answers the assets of a development build. */
  middlewares?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close(): Promise<void>;
};

type ManifestEntry = { file: string; css?: string[]; assets?: string[]; imports?: string[]; dynamicImports?: string[] };
type Manifest = Record<string, ManifestEntry>;

const ENTRY = 'web/entry-client.tsx';
/** The faces that nearly every page is drawn with. */
const PRELOADED_FONTS = /(instrument-sans-latin-wght|fraunces-latin-opsz)-normal[^/]*\.woff2$/;

/** Code a page needs beyond the entry, fetched beside it instead of after it. `isShell`: its content is made in the browser. */
const pageChunks: { pattern: RegExp; chunk: string; isShell?: boolean }[] = [
  { pattern: /^\/$/, chunk: 'web/routes/home-page.tsx' },
  { pattern: /^\/specimen\//, chunk: 'web/routes/specimen-page.tsx' },
  { pattern: /^\/(shipping|returns|privacy)$/, chunk: 'web/routes/legal-page.tsx' },
  { pattern: /^\/checkout$/, chunk: 'web/routes/checkout-page.tsx', isShell: true },
  { pattern: /^\/order-confirmation\//, chunk: 'web/routes/order-confirmation-page.tsx', isShell: true },
  { pattern: /^\/(upload|manage|orders|settings|edit\/\d+)$/, chunk: 'web/routes/admin-pages.tsx', isShell: true },
];

async function renderWith(
  pages: PageModule,
  tags: (pathname: string) => string,
  address: string,
  options: RenderOptions,
): Promise<RenderedPage> {
  // Joined as text: an address like //host/path given as a relative URL would name another host.
  const url = new URL(options.origin + address);
  const response = await pages.render(new Request(url), options);
  const html = await response.text();
  return {
    status: response.status,
    location: response.headers.get('location'),
    html: stableHtml(html).replace('</head>', () => `${tags(url.pathname)}</head>`),
  };
}

/** Renders with what `vite build` left in `dist`. */
export async function createBuiltRenderer(dist: string): Promise<Renderer> {
  const [pages, manifestText] = await Promise.all([
    import(pathToFileURL(path.join(dist, 'server/entry-server.js')).href) as Promise<PageModule>,
    readFile(path.join(dist, 'client/.vite/manifest.json'), 'utf8'),
  ]);
  const manifest = JSON.parse(manifestText) as Manifest;
  const tags = (pathname: string) =>
    assetTags(
      manifest,
      pageChunks.find(({ pattern }) => pattern.test(pathname)),
    );
  return { render: (address, options) => renderWith(pages, tags, address, options), close: async () => {} };
}

function assetTags(manifest: Manifest, page: { chunk: string; isShell?: boolean } | undefined): string {
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`The build has no ${ENTRY}; run npm run build`);
  const fonts = (entry.assets ?? []).filter((file) => PRELOADED_FONTS.test(file));
  const scripts = [...new Set([...(page ? filesOf(manifest, page.chunk) : []), ...filesOf(manifest, ENTRY)])].map((file) => `/${file}`);
  return [
    page?.isShell
      ? scripts.map((file) => `<script type="module" src="${file}"></script>`).join('')
      : `<script>${laterLoaderOf(scripts)}</script>`,
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin="">`),
    // After the script, which would wait for it.
    ...(entry.css ?? []).map((file) => `<link rel="stylesheet" href="/${file}">`),
  ].join('');
}

/**
 * A page that the server has drawn is whole without its scripts, and keeps the press of a button for them: they are fetched once it is seen,
 * so that its picture and its letters have the line for themselves. A page that is opened in the background does not wait to be seen, but none
 * goes ahead of the end of its document, where the state stands that the scripts begin with.
 */
function laterLoaderOf(files: string[]): string {
  const load = `()=>{for(let f of ${JSON.stringify(files)})import(f)}`;
  const whole = `()=>document.readyState=="loading"?addEventListener("DOMContentLoaded",l):l()`;
  return `(l=>{let w=${whole};document.hidden?w():requestAnimationFrame(()=>setTimeout(w))})(${load})`;
}

function filesOf(manifest: Manifest, source: string, seen = new Set<string>()): Set<string> {
  const entry = manifest[source];
  if (!entry || seen.has(entry.file)) return seen;
  seen.add(entry.file);
  for (const imported of entry.imports ?? []) filesOf(manifest, imported, seen);
  return seen;
}

/** Renders from source with hot reloading, for development; `server` carries the reload socket. */
export async function createSourceRenderer(server: Server): Promise<Renderer> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' });
  const head = '<link rel="stylesheet" href="/web/styles.css"><script type="module" src="/web/entry-client.tsx"></script>';
  return {
    middlewares: vite.middlewares,
    async render(address, options) {
      const pages = (await vite.ssrLoadModule('/web/entry-server.tsx')) as PageModule;
      const page = await renderWith(pages, () => head, address, options);
      return { ...page, html: await vite.transformIndexHtml(address, page.html) };
    },
    close: () => vite.close(),
  };
}
