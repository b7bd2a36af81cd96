/** The tables of the specimens and of what is known beyond one, as Kysely types. */
import type { ColumnType, Generated } from 'kysely';
import type { CareChange } from '#contract/catalogue/care.ts';
import type { Coordinates } from '#contract/catalogue/coordinates.ts';
import type { Disclosure } from '#contract/catalogue/disclosures.ts';
import type { OwnValues } from '#contract/catalogue/own-values.ts';
import type { Fluorescence } from '#contract/catalogue/species.ts';
import type { ManualStatus, SpecimenStatus } from '#contract/catalogue/statuses.ts';
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
  /** What visitors see: sold if nothing is left, else `status_by_hand`, else derived from `quantity`, `held` and `waiting`. Every change of stock updates it. */
  status: SpecimenStatus;
  /** Set by the admin; null: the status follows the orders. */
  status_by_hand: ManualStatus | null;
  /** Pieces not yet paid for. */
  quantity: number;
  /** How many of these pending orders hold: 0 ≤ held ≤ quantity. */
  held: number;
  /** Open entries in its waiting list: that many available pieces are theirs alone. */
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
  /** The longest side in millimetres; null: `dimensions` name none. */
  size_mm: Generated<number | null>;
  /** An amount with two decimals; this and the next three are read by the admin alone. */
  cost: Generated<string | null>;
  source: Generated<string>;
  storage_place: Generated<string>;
  private_notes: Generated<string>;
  /** The folded tokens, one line per field, the most important field first. */
  search_text: string;
  created_at: string;
  updated_at: string;
  /** Counts full edits. */
  version: Generated<number>;
  /** A bulk edit has deleted it: it is hidden, and goes for good at this instant unless it is changed before; null: it stays. */
  delete_at: Generated<string | null>;
};

/** A tree of places from countries down to mines. A place stays after its last specimen, as links to it do. */
export type Localities = {
  id: Generated<number>;
  /** Null: a country. */
  parent_id: number | null;
  name: string;
  /** The folded name: one place has one spelling. */
  name_key: string;
};

/** Every catalogue number that was ever given, folded; `specimen_id` is null once its specimen is deleted. */
export type CatalogueNumbers = { number_key: string; specimen_id: number | null };

/** Where a piece is now that was uploaded again: the id that it had, and the one that it has. */
export type SpecimenSuccessors = { specimen_id: number; successor_id: number };

/** The catalogue numbers of fresh labels. They stay here once a piece has them. */
export type ReservedNumbers = {
  number_key: string;
  /** As printed on the label. */
  catalogue_number: string;
  /** Those that were reserved together, and the place on their sheet, both from 1. */
  sheet_id: number;
  place: number;
  reserved_at: string;
};

/** What the dealer says of a species or variety, over the table that is shipped with the shop. */
export type OwnSpecies = {
  /** As the table calls it. */
  name: string;
  /** The species of a variety that the dealer has added. */
  of: string | null;
  /** The dealer has added it; else it is a row of the table, of which he says something else. */
  is_added: boolean;
  /** A value for each field that he has changed. */
  said: Json<OwnValues>;
  /** What the table said of these fields then; none of a row that it did not have. */
  shipped: Json<OwnValues>;
  /** Where he has it from, in his words; empty: his own records. */
  source: string;
  updated_at: string;
};
