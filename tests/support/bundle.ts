/** Reads what `npm run build` left for browsers: which files a page needs and how large they are. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { visitorPages } from '#core/contract/storefront/page-matching.ts';
import { type PageName, pages } from '#core/contract/storefront/pages.ts';

type Entry = { file: string; imports?: string[]; dynamicImports?: string[] };

const client = path.join(import.meta.dirname, '../../dist/client');

/** Bytes of JavaScript, compressed with brotli, that a public page may need before anybody touches it. */
export const SCRIPT_BUDGET = 112 * 1024;

/** The module of each public page, by the page's name. */
export const publicPages = Object.fromEntries(
  visitorPages.map((name) => [name, `${pages[name].screen.slice(1)}.tsx`]),
) as Record<PageName, string>;

export const ENTRY = 'core/web/entry-client.tsx';

/**
 * Built files that the modules need, such as `assets/base-1a2b.js`.
 * @param later follows what is fetched on demand too, but for the modules it refuses.
 */
export function scriptsOf(
  modules: string[],
  later: (module: string) => boolean = () => false,
): string[] {
  const manifest: Record<string, Entry> = JSON.parse(
    readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'),
  );
  const seen = new Set<string>();
  const visit = (module: string) => {
    const entry = manifest[module];
    if (!entry) throw new Error(`The build has no ${module}`);
    if (seen.has(entry.file)) return;
    seen.add(entry.file);
    for (const imported of entry.imports ?? []) visit(imported);
    for (const imported of entry.dynamicImports ?? []) if (later(imported)) visit(imported);
  };
  for (const module of modules) visit(module);
  return [...seen];
}

export const textOf = (file: string): string => readFileSync(path.join(client, file), 'utf8');

/** Bytes as sent to a browser that takes brotli, all files together. */
export function brotliBytes(files: string[]): number {
  return files.reduce((sum, file) => {
    const compressed = path.join(client, `${file}.br`);
    return sum + statSync(existsSync(compressed) ? compressed : path.join(client, file)).size;
  }, 0);
}
