/** The table of alignments. */
import type { ColumnType } from 'kysely';

/** How a picture is to be moved over another: to the right and down, as shares of the frame, in degrees clockwise, and its scale. */
export type StoredAlignment = { x: number; y: number; angle: number; scale: number };

/** How one picture lies over another of the same piece, in another light. */
export type Alignments = {
  picture_id: string;
  /** In daylight. */
  base_id: string;
  /** Null: not sure. */
  alignment: ColumnType<StoredAlignment | null, string | null, never>;
  /** In what share of the picture nothing beside fits better, from 0 to 1. */
  agreement: number;
};

declare module '#server/platform/db/schema.ts' {
  interface Schema {
    alignments: Alignments;
  }
  interface MediaJobKinds {
    alignment: true;
  }
}
