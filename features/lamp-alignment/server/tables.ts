import type { ColumnType } from 'kysely';

/** To the right and down as shares of the frame, in degrees clockwise, and the scale. */
export type StoredAlignment = { x: number; y: number; angle: number; scale: number };

export type Alignments = {
  picture_id: string;
  base_id: string;
  /** Null: not sure. */
  alignment: ColumnType<StoredAlignment | null, string | null, never>;
  /** The share of the picture where nothing beside fits better, from 0 to 1. */
  agreement: number;
};

declare module '#platform/db/schema.ts' {
  interface Schema {
    alignments: Alignments;
  }
  interface MediaJobKinds {
    alignment: true;
  }
}
