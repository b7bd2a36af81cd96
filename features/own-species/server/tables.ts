import type { OwnValues } from '#core/contract/catalogue/own-values.ts';
import type { Json } from '#platform/db/json-columns.ts';

export type OwnSpecies = {
  name: string;
  of: string | null;
  is_added: boolean;
  said: Json<OwnValues>;
  /** What the table said of these fields then; none of a row that it lacked. */
  shipped: Json<OwnValues>;
  /** His words; empty: his own records. */
  source: string;
  updated_at: string;
};

declare module '#platform/db/schema.ts' {
  interface Schema {
    own_species: OwnSpecies;
  }
}
