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
/** The text face that every page needs at once; the only font preloaded. */
const PRELOADED_FONT = /instrument-sans-latin-wght-normal[^/]*\.woff2$/;

/** Code a page needs beyond the entry, fetched beside it instead of after it. */
const pageChunks: [RegExp, string][] = [
  [/^\/$/, 'web/routes/home-page.tsx'],
  [/^\/specimen\//, 'web/routes/specimen-page.tsx'],
  [/^\/checkout$/, 'web/routes/checkout-page.tsx'],
  [/^\/(shipping|returns|privacy)$/, 'web/routes/legal-page.tsx'],
  [/^\/order-confirmation\//, 'web/routes/order-confirmation-page.tsx'],
  [/^\/(upload|manage|orders|settings|edit\/\d+)$/, 'web/routes/owner-rooms.tsx'],
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
  const tags = (pathname: string) => assetTags(manifest, pageChunks.find(([pattern]) => pattern.test(pathname))?.[1]);
  return { render: (address, options) => renderWith(pages, tags, address, options), close: async () => {} };
}

function assetTags(manifest: Manifest, chunk: string | undefined): string {
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`The build has no ${ENTRY}; run npm run build`);
  const fonts = (entry.assets ?? []).filter((file) => PRELOADED_FONT.test(file));
  const scripts = new Set([...(chunk ? filesOf(manifest, chunk) : []), ...filesOf(manifest, ENTRY)]);
  return [
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin="">`),
    ...(entry.css ?? []).map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<script>${loaderOf([...scripts])}</script>`,
  ].join('');
}

/**
 * A page is whole without its scripts: they are fetched once it has been drawn, so that what is seen first, its picture and its letters, has
 * the line for itself. A page that is opened in the background is not drawn, and does not wait for it.
 */
function loaderOf(files: string[]): string {
  const load = `()=>{for(let f of ${JSON.stringify(files.map((file) => `/${file}`))})import(f)}`;
  return `(l=>document.hidden?l():requestAnimationFrame(()=>setTimeout(l)))(${load})`;
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
