/** The table of bulk edits. */
import type { Generated } from 'kysely';
import type { BulkChange, BulkEditState, LeftReason } from '#contract/extras/bulk-edits/bulk-edit-rules.ts';
import type { ManyFields } from '#server/extras/bulk-edits/many.ts';
import type { Json } from '#server/platform/db/json-columns.ts';

/** What a bulk edit changes of a specimen: its price, visibility, category or tags, its position in a collection (null: it is not in it), or several fields. */
export type BulkValue = string | number | boolean | string[] | null | ManyFields;

/** One specimen of a bulk edit. */
export type BulkPiece = {
  id: number;
  title: string;
  before: BulkValue;
  after: BulkValue;
  /** The pieces that were not paid for, and those that pending orders held, when it was changed: fewer, or more, and some were sold since. */
  quantity: number;
  held: number;
  version: number;
  /** Why it stays as it is; null: it does not. */
  left: LeftReason | null;
};

/** A change of many specimens: shown first, then applied, perhaps undone; deleted when it ends. */
export type BulkEdits = {
  id: Generated<number>;
  state: BulkEditState;
  change: Json<BulkChange>;
  /** In the order in which they were selected. */
  pieces: Json<BulkPiece[]>;
  created_at: string;
  /** Until when it can be applied, or undone. */
  ends_at: string;
};

declare module '#server/platform/db/schema.ts' {
  interface Schema {
    bulk_edits: BulkEdits;
  }
}
