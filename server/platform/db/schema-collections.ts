/** The tables of collections. */
import type { Generated } from 'kysely';

export type Collections = {
  id: Generated<number>;
  /** The last part of its page's path. */
  slug: string;
  name: string;
  subtitle: string;
  description: string;
  /** A picture; null: that of the first piece. */
  cover_id: string | null;
  cover_alt: string;
  hidden: boolean;
  /** The gallery's query that fills it, such as `category=Crystals&maxPrice=200`; null: it is filled by hand. */
  rule: string | null;
  /** Collections are shown in this order. */
  position: number;
};

/** The pieces of a collection that is filled by hand, in the order of `position`. */
export type CollectionSpecimens = { id: Generated<number>; collection_id: number; specimen_id: number; position: number };
