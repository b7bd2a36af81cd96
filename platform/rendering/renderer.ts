/** The one door to core/web/: renders a path into HTML, with the tags of the built assets. */
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PublicApi } from '#core/contract/api.ts';
import { matchPage } from '#core/contract/storefront/page-matching.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { createPageStyles, PAGE_STYLES, type PageStyles } from './page-styles.ts';
import { hashSource, takeMarkedScripts } from './script-hashes.ts';

type PageModule = {
  render(request: Request, options: RenderOptions & { nonce: string }): Promise<Response>;
  scripts: { ofEveryPage: string; ofDrawnPages: string };
};

export type RenderOptions = { api: PublicApi; origin: string; shell: boolean };

export type RenderedPage = {
  status: number;
  /** Where a redirect leads; null: there is none. */
  location: string | null;
  html: string;
  /**
   * Inline scripts of the router and this module, as a content security policy names them:
   * `'sha256-…'`.
   */
  scriptHashes: string[];
  styleHashes: string[];
};

export type Renderer = {
  /** A hash that changes with every build that renders differently. */
  build: string;
  /** @param target a path on our own origin, with its query. */
  render(target: string, options: RenderOptions): Promise<RenderedPage>;
  /** Null: nothing is built, files are made of the sources when asked for. */
  files: BuiltFiles | null;
  middlewares?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close(): Promise<void>;
};

export type BuiltFiles = {
  urlOf(source: string): string;
  /**
   * The URLs of all that these sources need: scripts, styles, other assets.
   * @param loadsLater of which sources that is too what they load later, and so on.
   */
  urlsFor(sources: string[], loadsLater: (source: string) => boolean): string[];
  fonts: string[];
  /**
   * A script that is built apart from the pages.
   * @param path in the folder of the build.
   */
  read(path: string): Promise<string>;
};

type ManifestEntry = {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
  dynamicImports?: string[];
};
type Manifest = Record<string, ManifestEntry>;

const ENTRY = 'core/web/entry-client.tsx';
const NOT_FOUND = 'core/web/routes/not-found-page.tsx';
/** The build writes these rules of fonts (`scripts/lean-fonts.ts`). */
const FIRST_FACES = 'first-faces.css';
const OTHER_FACES = 'other-faces.css';
const FALLBACK_FACES = 'fallback-faces.css';

type Tags = { html: string; script: string; styles: string[] };
type Build = {
  manifest: Manifest;
  scripts: PageModule['scripts'];
  styles: { faces: string; fallbacks: string; fonts: string[]; of(html: string): string };
};

async function renderWith(
  module: PageModule,
  tags: (pathname: string, status: number, html: string | null) => Tags,
  target: string,
  options: RenderOptions,
): Promise<RenderedPage> {
  // Joined as text: a target like //host/path given as a relative URL would name another host.
  const url = new URL(options.origin + target);
  // Nobody knows it before the rendering, so what it marks comes from the router.
  const nonce = randomBytes(16).toString('base64url');
  const response = await module.render(new Request(url), { ...options, nonce });
  const { html, scriptHashes } = takeMarkedScripts(await response.text(), nonce);
  const head = tags(url.pathname, response.status, options.shell ? null : html);
  return {
    status: response.status,
    location: response.headers.get('location'),
    html: html.replace('</head>', () => `${head.html}</head>`),
    scriptHashes: [...scriptHashes, hashSource(head.script)],
    styleHashes: head.styles.map(hashSource),
  };
}

export async function createBuiltRenderer(dist: string): Promise<Renderer> {
  const client = path.join(dist, 'client');
  const [module, manifestText, stylesText, hash] = await Promise.all([
    import(pathToFileURL(path.join(dist, 'server/entry-server.js')).href) as Promise<PageModule>,
    readFile(path.join(client, '.vite/manifest.json'), 'utf8'),
    readFile(path.join(client, PAGE_STYLES), 'utf8'),
    hashOf(path.join(dist, 'server')),
  ]);
  const manifest = JSON.parse(manifestText) as Manifest;
  const styles = {
    ...(await facesOf(client)),
    of: createPageStyles(JSON.parse(stylesText) as PageStyles),
  };
  const build = { manifest, scripts: module.scripts, styles };
  const tags = (pathname: string, status: number, html: string | null) => {
    const name = matchPage(pathname)?.name;
    if (status === 404 || !name) return assetTags(build, NOT_FOUND, html);
    const { screen, drawnBy } = pages[name];
    return assetTags(build, `${screen.slice(1)}.tsx`, drawnBy === 'server' ? html : null);
  };
  return {
    build: hash.update(manifestText).update(stylesText).digest('base64url'),
    render: (target, options) => renderWith(module, tags, target, options),
    files: builtFiles(manifest, dist, {
      fonts: styles.fonts,
      names: new Set(await readdir(path.join(client, 'assets'))),
    }),
    close: async () => {},
  };
}

const unbuilt = (source: string) => new Error(`The build has no ${source}; run npm run build`);

function builtFiles(
  manifest: Manifest,
  dist: string,
  { fonts, names }: { fonts: string[]; names: Set<string> },
): BuiltFiles {
  return {
    fonts,
    urlOf: (source) => {
      const entry = manifest[source];
      if (!entry) throw unbuilt(source);
      return `/${entry.file}`;
    },
    urlsFor: (sources, loadsLater) => {
      const [urls, seen] = [new Set<string>(), new Set<string>()];
      const add = (source: string, isLater: boolean) => {
        const entry = manifest[source];
        if (!entry || seen.has(`${source} ${isLater}`)) return;
        seen.add(`${source} ${isLater}`);
        for (const file of [entry.file, ...(entry.css ?? []), ...(entry.assets ?? [])]) {
          // The manifest lists fonts as they were before the build has made them small.
          if (names.has(path.basename(file))) urls.add(`/${file}`);
        }
        for (const imported of entry.imports ?? []) add(imported, false);
        if (isLater || loadsLater(source))
          for (const later of entry.dynamicImports ?? []) add(later, true);
      };
      for (const source of sources) add(source, false);
      return [...urls];
    },
    read: (file) => readFile(path.join(dist, file), 'utf8'),
  };
}

async function hashOf(folder: string) {
  const hash = createHash('sha256');
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  const names = files.map((file) => path.join(file.parentPath, file.name)).sort();
  for (const name of names) hash.update(path.relative(folder, name)).update(await readFile(name));
  return hash;
}

async function facesOf(client: string) {
  const read = (file: string) => readFile(path.join(client, file), 'utf8');
  const [first = '', others = '', fallbacks = ''] = await Promise.all(
    [FIRST_FACES, OTHER_FACES, FALLBACK_FACES].map(read),
  );
  const fonts = [...first.matchAll(/url\(([^()]*\.woff2)\)/g)].map(([, file = '']) => file);
  return { faces: first + others, fallbacks, fonts };
}

/**
 * A screen loads in parallel with the entry instead of after it.
 * @param page what the server has drawn; null: the browser draws the page.
 */
function assetTags(
  { manifest, scripts, styles: { faces, fallbacks, fonts, of } }: Build,
  screen: string,
  page: string | null,
): Tags {
  const entry = manifest[ENTRY];
  if (!entry) throw unbuilt(ENTRY);
  const modules = [...new Set([...filesOf(manifest, screen), ...filesOf(manifest, ENTRY)])].map(
    (file) => `/${file}`,
  );
  const sheets = (entry.css ?? []).map((file) => `/${file}`);
  const links = sheets.map((file) => `<link rel="stylesheet" href="${file}">`).join('');
  // After the pictures: no heading waits for them.
  const preloads = fonts
    .map(
      (file) =>
        `<link rel="preload" as="font" type="font/woff2" href="${file}" crossorigin="" fetchpriority="low">`,
    )
    .join('');
  if (page === null) {
    const script = scripts.ofEveryPage;
    const loaded = modules.map((file) => `<script type="module" src="${file}"></script>`).join('');
    // The script reads the faces; the links come after the scripts, which would wait for the
    // stylesheet.
    const html = `<style>${faces}${fallbacks}</style><script>${script}</script>${loaded}${preloads}${links}`;
    return { html, script, styles: [faces + fallbacks] };
  }
  const script = scripts.ofEveryPage + scripts.ofDrawnPages;
  const data = `data-styles="${sheets.join(' ')}" data-modules="${modules.join(' ')}"`;
  const styles = faces + fallbacks + of(page);
  const html = `<style>${styles}</style><script ${data}>${script}</script>${preloads}<noscript>${links}</noscript>`;
  return { html, script, styles: [styles] };
}

function filesOf(manifest: Manifest, source: string, seen = new Set<string>()): Set<string> {
  const entry = manifest[source];
  if (!entry || seen.has(entry.file)) return seen;
  seen.add(entry.file);
  for (const imported of entry.imports ?? []) filesOf(manifest, imported, seen);
  return seen;
}

export async function createSourceRenderer(server: Server): Promise<Renderer> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  const assets =
    '<link rel="stylesheet" href="/web/styles.css"><script type="module" src="/web/entry-client.tsx"></script>';
  return {
    // Nothing is cached in development.
    build: 'development',
    files: null,
    middlewares: vite.middlewares,
    async render(target, options) {
      const module = (await vite.ssrLoadModule('/web/entry-server.tsx')) as PageModule;
      const script = module.scripts.ofEveryPage;
      const page = await renderWith(
        module,
        () => ({ html: `<script>${script}</script>${assets}`, script, styles: [] }),
        target,
        options,
      );
      return { ...page, html: await vite.transformIndexHtml(target, page.html) };
    },
    close: () => vite.close(),
  };
}
