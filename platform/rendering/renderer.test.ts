import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { PublicApi } from '#core/contract/api.ts';
import { createBuiltRenderer, type RenderedPage } from './renderer.ts';

/** Renders a page from this HTML, with the rendering's nonce for each `NONCE` in it. */
async function renderOf(html: string, { shell = false } = {}): Promise<RenderedPage> {
  const dist = mkdtempSync(path.join(tmpdir(), 'druse-renderer-'));
  for (const folder of ['server', 'client/.vite', 'client/assets'])
    mkdirSync(path.join(dist, folder), { recursive: true });
  const module = `export const render = async (request, { nonce }) => new Response(${JSON.stringify(html)}.replaceAll('NONCE', nonce));
    export const scripts = { ofEveryPage: 'early()', ofDrawnPages: ';late()' };`;
  writeFileSync(path.join(dist, 'server/entry-server.js'), module);
  writeFileSync(
    path.join(dist, 'client/.vite/manifest.json'),
    JSON.stringify({ 'core/web/entry-client.tsx': { file: 'assets/entry.js' } }),
  );
  writeFileSync(
    path.join(dist, 'client/page-styles.json'),
    JSON.stringify({ rules: [], named: [] }),
  );
  writeFileSync(
    path.join(dist, 'client/first-faces.css'),
    '@font-face{src:url(/assets/first.woff2)}',
  );
  writeFileSync(path.join(dist, 'client/fallback-faces.css'), '@font-face{src:local(Arial)}');
  writeFileSync(
    path.join(dist, 'client/other-faces.css'),
    '@font-face{src:url(/assets/other.woff2)}',
  );
  const renderer = await createBuiltRenderer(dist);
  return renderer.render('/', { api: {} as PublicApi, origin: 'http://localhost', shell });
}

const hashOf = (source: string) => `'sha256-${hash('sha256', source, 'base64')}'`;
const ours = 'early();late()';

test('the scripts that the router writes have hashes, and so has the one that loads the others', async () => {
  const { scriptHashes } = await renderOf(
    '<head><script nonce="NONCE">a("</p>")</script></head><script data-part="" nonce="NONCE" id="x">\nb()\n</script>',
  );
  expect(scriptHashes).toEqual([hashOf('a("</p>")'), hashOf('\nb()\n'), hashOf(ours)]);
});

test.each([
  '<script>evil()</script>',
  '<script nonce="">evil()</script>',
  '<script nonce="guess-guess-guess-gues">evil()</script>',
  '<script id="nonce=">evil()</script>',
  '<script a=\'<script nonce="guess">\'>evil()</script>',
  '<p title="</p><script>evil()</script>">',
  '<script>evil()//',
])('%s has no hash wherever a page is made to carry it', async (injected) => {
  const { scriptHashes } = await renderOf(
    `<head></head>${injected}<script nonce="NONCE">good()</script>`,
  );
  expect(scriptHashes).toEqual([hashOf('good()'), hashOf(ours)]);
});

test('the nonce differs from rendering to rendering, and is gone from the page', async () => {
  const secret = 'export:NONCE';
  const pages = await Promise.all([
    renderOf(`<head></head><b>${secret}</b>`),
    renderOf(`<head></head><b>${secret}</b>`),
  ]);
  const [first, second] = pages.map(({ html }) => /export:([\w-]*)/.exec(html)?.[1]);
  expect(first).toMatch(/^[\w-]{22}$/);
  expect(first).not.toBe(second);
  const { html } = await renderOf(
    '<head><meta property="csp-nonce" content="NONCE"/><link rel="icon" nonce="NONCE"/></head><script nonce="NONCE">a()</script>',
  );
  expect(html).toMatch(/^<head><link rel="icon"\/>.*<\/head><script>a\(\)<\/script>$/);
});

test('a page that the browser draws has the scripts of every page, and loads its modules at once', async () => {
  const { html, scriptHashes } = await renderOf('<head></head>', { shell: true });
  expect(html).toContain(
    '<script>early()</script><script type="module" src="/assets/entry.js"></script>',
  );
  expect(scriptHashes).toEqual([hashOf('early()')]);
});

test('a page has the rules for all fonts in itself, and asks for its pictures first', async () => {
  const { html, styleHashes } = await renderOf('<head></head>');
  const faces = '@font-face{src:url(/assets/first.woff2)}@font-face{src:url(/assets/other.woff2)}';
  const fallbacks = '@font-face{src:local(Arial)}';
  expect(html).toContain(`<style>${faces}${fallbacks}</style>`);
  expect(styleHashes).toEqual([hashOf(faces + fallbacks)]);
  expect(html).toContain(`<script data-styles="" data-modules="/assets/entry.js">${ours}</script>`);
  expect(
    [
      ...html.matchAll(
        /<link rel="preload" as="font"[^>]* href="([^"]*)"[^>]* fetchpriority="low">/g,
      ),
    ].map(([, file]) => file),
  ).toEqual(['/assets/first.woff2']);
});
