/** A specimen's search document: its tokens, one line per field. */
import { cut } from '#server/platform/text-search.ts';
import { isSign, tokensOf } from './tokens.ts';

type SearchedTexts = { title: string; description: string; origin: string; category: string; tags: readonly string[] };

/** The fields of a document, best first: a token ranks by the best field that contains it. */
export const SEARCH_FIELDS = ['beginning of the title', 'title', 'tags and category', 'origin', 'description'] as const;

/** Prefixes up to this length are indexed as keys of their own: too many tokens begin with them to look each up. */
export const MAX_INDEXED_PREFIX = 3;
/** Tells the other keys from tokens, which never contain a blank. */
const MARK = ' ';
/** Every visible specimen has the one key, every hidden specimen the other. */
export const VISIBLE = MARK;
export const HIDDEN = `${MARK}hidden${MARK}`;
export const prefixKey = (prefix: string): string => `${prefix}${MARK}`;
export const isToken = (key: string): boolean => !key.endsWith(MARK);

/** The tokens of each field on a line, in the order of `SEARCH_FIELDS`. */
export function documentOf({ title, description, origin, category, tags }: SearchedTexts): string {
  const name = tokensOf(title);
  const end = name.findIndex((token) => !isSign(token)) + 1;
  const others = [[category, ...tags].join(' '), origin, description].map(tokensOf);
  return [name.slice(0, end), name.slice(end), ...others].map((tokens) => tokens.join(' ')).join('\n');
}

/** Every key that a document is found under, with the index of the best field that has it. */
export function keysOf(document: string): Map<string, number> {
  const keys = new Map<string, number>();
  const add = (key: string, field: number) => {
    if (!keys.has(key)) keys.set(key, field);
  };
  for (const [field, line] of document.split('\n').entries()) {
    for (const token of line.split(' ')) {
      if (token === '' || keys.get(token) === field) continue;
      add(token, field);
      if (!isSign(token)) for (let length = 1; length <= MAX_INDEXED_PREFIX; length++) add(prefixKey(cut(token, length)), field);
    }
  }
  return keys;
}
