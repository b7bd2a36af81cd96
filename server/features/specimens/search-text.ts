import { normalise } from '#server/platform/search-words.ts';

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
