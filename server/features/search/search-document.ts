/** What is kept of a specimen for searching: its folded words by where they stand. */
import { categories } from '#contract/categories.ts';
import { cut, isSign, tokensOf } from './tokens.ts';

type Searched = { title: string; description: string; origin: string; category: string; tags: readonly string[] };

/** The better place first: a word counts where it ranks best. */
export const SEARCH_FIELDS = ['beginning of the title', 'title', 'tags and category', 'origin', 'description'] as const;

/** Beginnings up to this length are kept like words: too many words begin with them to be looked up one by one. */
export const SHORT = 3;
/** Marks what is no word: no word has a blank. */
const MARK = ' ';
/** Words of every specimen: what visitors may see has the one, the rest the other. */
export const VISIBLE = MARK;
export const HIDDEN = `${MARK}hidden${MARK}`;
export const beginning = (start: string): string => `${start}${MARK}`;
export const isWord = (key: string): boolean => !key.endsWith(MARK);

/** The words of each place on a line of its own, in the order of `SEARCH_FIELDS`. */
export function searchTextOf({ title, description, origin, category, tags }: Searched): string {
  const name = tokensOf(title);
  const end = name.findIndex((word) => !isSign(word)) + 1;
  const others = [[category, ...tags].join(' '), origin, description].map(tokensOf);
  return [name.slice(0, end), name.slice(end), ...others].map((words) => words.join(' ')).join('\n');
}

export const categoryName = (id: number): string => categories[id - 1] ?? '';

/** Every key that a text of `searchTextOf` is found under, with the number of its best place. */
export function keysOf(searchText: string): Map<string, number> {
  const keys = new Map<string, number>();
  const add = (key: string, place: number) => {
    if (!keys.has(key)) keys.set(key, place);
  };
  for (const [place, line] of searchText.split('\n').entries()) {
    for (const word of line.split(' ')) {
      if (word === '' || keys.get(word) === place) continue;
      add(word, place);
      if (!isSign(word)) for (let length = 1; length <= SHORT; length++) add(beginning(cut(word, length)), place);
    }
  }
  return keys;
}
