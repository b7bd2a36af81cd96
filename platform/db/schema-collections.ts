import type { Generated } from 'kysely';

export type Collections = {
  id: Generated<number>;
  /** The last part of the page's path. */
  slug: string;
  name: string;
  subtitle: string;
  description: string;
  /** Null: the first piece's picture is the cover. */
  cover_id: string | null;
  cover_alt: string;
  hidden: boolean;
  /**
   * The gallery query that fills it, such as `category=Crystals&maxPrice=200`; null: filled by
   * hand.
   */
  rule: string | null;
  position: number;
};

/** The pieces of a hand-filled collection, in the order of `position`. */
export type CollectionSpecimens = {
  id: Generated<number>;
  collection_id: number;
  specimen_id: number;
  position: number;
};
