/** Goes over every file of a static copy, as a browser would that has nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LINKS = /\s(?:href|src|srcset|action|poster|xlink:href|data-[\w-]*src)="([^"]*)"/gi;
const SOURCES = /\ssrcset="([^"]*)"/gi;
const STYLE_URLS = /url\(\s*["']?([^"')]*)/g;
const IDS = /\sid="([^"]*)"/g;

/** Every file beneath the folder, relative to it. */
export const filesBeneath = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

export type Crawl = {
  /** Links to what is not there, each with the file that has it. */
  broken: string[];
  /** Absolute URLs that are links or parts of a page, each once. */
  absolute: string[];
  /** Files that no page leads to or shows. */
  unreachable: string[];
};

export function crawl(folder: string): Crawl {
  const files = new Set(filesBeneath(folder));
  const pages = new Map(
    [...files]
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
  );
  const ids = new Map(
    [...pages].map(([file, text]) => [file, new Set([...text.matchAll(IDS)].map(([, id]) => id))]),
  );
  const broken: string[] = [];
  const absolute = new Set<string>();
  const leadsTo = new Map<string, Set<string>>();

  function follow(from: string, link: string): void {
    if (link.startsWith('data:')) return;
    if (/^[a-z][a-z+.-]*:|^\/\//i.test(link)) return void absolute.add(link);
    const [, name = '', hash] = /^([^?#]*)[^#]*(?:#(.*))?$/.exec(link) ?? [];
    const file = name === '' ? from : path.join(path.dirname(from), name);
    if (link.startsWith('/') || link === '' || !files.has(file)) broken.push(`${from}: ${link}`);
    else if (hash && pages.has(file) && !ids.get(file)?.has(hash))
      broken.push(`${from}: ${link} (no such part)`);
    leadsTo.set(from, (leadsTo.get(from) ?? new Set()).add(file));
  }

  for (const [file, text] of pages) {
    const plain = text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
    for (const [, list = ''] of plain.matchAll(SOURCES))
      for (const one of list.split(',')) follow(file, one.trim().split(' ')[0] ?? '');
    for (const [, link = ''] of plain.replace(SOURCES, '').matchAll(LINKS)) follow(file, link);
    for (const [, link = ''] of plain.matchAll(STYLE_URLS)) follow(file, link);
  }
  for (const file of files)
    if (file.endsWith('.css'))
      for (const [, link = ''] of readFileSync(path.join(folder, file), 'utf8').matchAll(
        STYLE_URLS,
      ))
        follow(file, link);

  const reached = new Set(['index.html']);
  for (const file of reached) for (const next of leadsTo.get(file) ?? []) reached.add(next);
  return {
    broken,
    absolute: [...absolute].sort(),
    unreachable: [...files].filter((file) => !reached.has(file)),
  };
}
