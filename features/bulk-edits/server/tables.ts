import type { Generated } from 'kysely';
import type {
  BulkChange,
  BulkEditState,
  LeftReason,
} from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import type { ManyFields } from '#features/bulk-edits/server/many.ts';
import type { Json } from '#platform/db/json-columns.ts';

/**
 * A price, visibility, category or tags, a position in a collection (null: it is not in it), or
 * several fields.
 */
export type BulkValue = string | number | boolean | string[] | null | ManyFields;

export type BulkPiece = {
  id: number;
  title: string;
  before: BulkValue;
  after: BulkValue;
  /** Other numbers of unpaid and held pieces mean that some were sold since. */
  quantity: number;
  held: number;
  version: number;
  /** Null: it is not left alone. */
  left: LeftReason | null;
};

export type BulkEdits = {
  id: Generated<number>;
  state: BulkEditState;
  change: Json<BulkChange>;
  pieces: Json<BulkPiece[]>;
  created_at: string;
  ends_at: string;
};

declare module '#platform/db/schema.ts' {
  interface Schema {
    bulk_edits: BulkEdits;
  }
}
