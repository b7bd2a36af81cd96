import type { ColumnType, Generated } from 'kysely';
import type { CareChange } from '#core/contract/catalogue/care.ts';
import type { Coordinates } from '#core/contract/catalogue/coordinates.ts';
import type { Disclosure } from '#core/contract/catalogue/disclosures.ts';
import type { Fluorescence } from '#core/contract/catalogue/species.ts';
import type { ManualStatus, SpecimenStatus } from '#core/contract/catalogue/statuses.ts';
import type { Json, JsonList } from './json-columns.ts';

export type Specimens = {
  id: Generated<number>;
  title: string;
  description: string;
  category_id: number;
  origin: string;
  dimensions: string;
  weight: string;
  acquisition_date: string | null;
  /** An amount with two decimals, the admin's own text, or null. */
  price: string | null;
  /** Null if `price` is no amount. */
  price_cents: number | null;
  shipping_price: string;
  /** Null if `shipping_price` is no amount. */
  shipping_cents: number | null;
  for_sale: boolean;
  visible: boolean;
  /**
   * Visitors see sold if nothing is left, else `status_by_hand`, else what `quantity`, `held` and
   * `waiting` say. Every change of stock updates it.
   */
  status: SpecimenStatus;
  /** Null: the status follows the orders. */
  status_by_hand: ManualStatus | null;
  quantity: number;
  /** How many of these pending orders hold: 0 ≤ held ≤ quantity. */
  held: number;
  /** Open entries in the waiting list: that many available pieces are theirs alone. */
  waiting: Generated<number>;
  tags: Json<string[]>;
  species: JsonList<string>;
  associates: JsonList<string>;
  /** From the mine to the country, spelled as in `localities`. */
  locality: JsonList<string>;
  /** The innermost of these places; null: none is known. */
  locality_id: Generated<number | null>;
  coordinates: ColumnType<Coordinates | null, string | null | undefined, string | null>;
  mindat_id: Generated<number | null>;
  condition: Generated<string>;
  disclosures: JsonList<Disclosure>;
  fluorescence: JsonList<Fluorescence>;
  care: JsonList<CareChange>;
  provenance: JsonList<string>;
  catalogue_number: Generated<string | null>;
  /** The longest side in millimeters; null: `dimensions` name none. */
  size_mm: Generated<number | null>;
  /** An amount with two decimals; the admin alone reads this and the next three. */
  cost: Generated<string | null>;
  source: Generated<string>;
  storage_place: Generated<string>;
  private_notes: Generated<string>;
  /** The folded tokens, one line per field, the most important field first. */
  search_text: string;
  created_at: string;
  updated_at: string;
  version: Generated<number>;
  /**
   * Set by a bulk edit: the hidden piece goes for good then unless changed before; null: it stays.
   */
  delete_at: Generated<string | null>;
};

/**
 * Places form a tree from countries down to mines. A place outlives its last specimen, as links to
 * it do.
 */
export type Localities = {
  id: Generated<number>;
  /** Null: a country. */
  parent_id: number | null;
  name: string;
  /** The folded name: one place has one spelling. */
  name_key: string;
};

/** Every folded number ever given; `specimen_id` is null once its specimen is deleted. */
export type CatalogueNumbers = { number_key: string; specimen_id: number | null };

/** Leads from the id that a piece had to the one that it has since it was uploaded again. */
export type SpecimenSuccessors = { specimen_id: number; successor_id: number };

/** Numbers of fresh labels stay here once a piece has them. */
export type ReservedNumbers = {
  number_key: string;
  catalogue_number: string;
  sheet_id: number;
  place: number;
  reserved_at: string;
};
