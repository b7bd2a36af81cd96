/** Text as searching sees it: without case, marks and compatibility forms, so that "Apatit, Ehrenfriedersdorf" is found however it is typed. */

/** The longest search term that is looked at, in characters. */
const LONGEST_TERM = 200;

export function normalise(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replace(/\s+/g, ' ').trim();
}

/** The words of a search term, each once; every other character than white space is part of a word. */
export function searchWords(term: string): string[] {
  const cut = Array.from(term).slice(0, LONGEST_TERM).join('');
  return [...new Set(normalise(cut).split(' '))].filter((word) => word !== '');
}

/** What is searched of a specimen. */
export function searchTextOf(specimen: {
  title: string;
  description: string;
  origin: string;
  category: string;
  tags: readonly string[];
}): string {
  const { title, description, origin, category, tags } = specimen;
  return normalise([title, description, origin, category, ...tags].join(' '));
}
