/** A page opened as a file may not load another file's fonts. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const FONT = /url\(\/assets\/([\w.-]+\.woff2)\)/g;
/**
 * `--quiet` in `ui/tokens.css`, for quiet lines: a map that is a picture does not know the page's
 * colors.
 */
const MAP_COLOURS = ':root{color:#645d66}@media (prefers-color-scheme:dark){:root{color:#a9a2ab}}';

export async function copyStyle(dist: string): Promise<string> {
  const client = path.join(dist, 'client');
  const manifest = JSON.parse(
    await readFile(path.join(client, '.vite/manifest.json'), 'utf8'),
  ) as Record<string, { css?: string[] }>;
  const sheets = manifest['core/web/entry-client.tsx']?.css ?? [];
  const files = ['first-faces.css', 'other-faces.css', 'fallback-faces.css', ...sheets].map(
    (name) => path.join(client, name),
  );
  const texts = await Promise.all(
    [...files, path.join(dist, 'static-copy/static-copy.css')].map((file) =>
      readFile(file, 'utf8'),
    ),
  );
  // A copy's one script is for searching alone: everything else looks as it does without any.
  const plain = texts.join('\n').replace(/\(scripting:\s*none\)/g, 'all');
  // They come with the styles: no page need be drawn without them.
  const style = plain.replace(/font-display:\s*optional/g, 'font-display:block');
  const fonts = new Map<string, string>();
  for (const [, name = ''] of style.matchAll(FONT)) {
    fonts.set(
      name,
      `url(data:font/woff2;base64,${await readFile(path.join(client, 'assets', name), 'base64')})`,
    );
  }
  return style.replace(FONT, (_, name: string) => fonts.get(name) ?? '');
}

/** @returns null where no page of the shop has a map. */
export async function copyMap(dist: string): Promise<string | null> {
  const assets = path.join(dist, 'client/assets');
  const name = (await readdir(assets)).find((file) => /^world-[\w-]+\.svg$/.test(file));
  if (name === undefined) return null;
  return (await readFile(path.join(assets, name), 'utf8')).replace(
    '<title>',
    () => `<style>${MAP_COLOURS}</style><title>`,
  );
}
