/** Visitors do not download it. */
import { type PageName, pages } from './pages.ts';

export const pageNames = Object.keys(pages) as PageName[];

const patterns = pageNames.map((name) => {
  const [start = '', segment] = pages[name].path.split('$');
  return { name, start, hasParam: segment !== undefined };
});

/** @returns the page and its raw segment; null where there is none. */
export function matchPage(path: string): { name: PageName; param: string } | null {
  const found = patterns.find(({ start, hasParam }) =>
    hasParam ? path.startsWith(start) && /^[^/]+$/.test(path.slice(start.length)) : path === start,
  );
  return found ? { name: found.name, param: path.slice(found.start.length) } : null;
}

export const visitorPages = pageNames.filter((name) => pages[name].screen !== pages.upload.screen);
