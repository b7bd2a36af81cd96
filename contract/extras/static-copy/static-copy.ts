/** The search index of a static copy: a script that the server writes beside the pages, read by `web/extras/static-copy/search.ts`. */
import type { FacetName } from '#contract/catalogue/filters.ts';

/** A specimen as a list shows it and as it is searched. Paths begin at the copy's root. */
export type CopiedPiece = {
  page: string;
  title: string;
  origin: string;
  dimensions: string;
  /** As its label says it. */
  price: string;
  /** null: no price that could be compared. */
  cents: number | null;
  /** Its category, and before it what else its picture says, such as that it is sold. */
  badges: { label: string; tone: 'quiet' | 'good' | 'warn' }[];
  picture: { small: string; srcset: string; alt: string; width: number; height: number };
  /** The values that it is filtered by. */
  facets: Partial<Record<FacetName, readonly string[]>>;
  /** Its folded words, best first: of the title, of tags and place, of the description. */
  words: [string, string, string];
};

/** The newest piece first. */
export type CopyIndex = { pieces: CopiedPiece[] };
