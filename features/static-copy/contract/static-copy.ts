/** The server writes this index beside the pages; `features/static-copy/web/search.ts` reads it. */
import type { FacetName } from '#core/contract/catalogue/filters.ts';

/** Paths begin at the copy's root. */
export type CopiedPiece = {
  page: string;
  title: string;
  origin: string;
  dimensions: string;
  price: string;
  /** Null: no price that could be compared. */
  cents: number | null;
  badges: { label: string; tone: 'quiet' | 'good' | 'warn' }[];
  picture: { small: string; srcset: string; alt: string; width: number; height: number };
  facets: Partial<Record<FacetName, readonly string[]>>;
  /** Folded, best first: of the title, of tags and place, of the description. */
  words: [string, string, string];
};

export type CopyIndex = { pieces: CopiedPiece[] };
