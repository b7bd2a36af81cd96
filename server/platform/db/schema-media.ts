/** Types of media beyond the table of their own, which is in `schema.ts`. */
import type { Generated } from 'kysely';
import type { Pin } from '#contract/media/pins.ts';
import type { JsonList } from './json-columns.ts';

/** The frames of a turn, with their size in pixels; `key` is in the name of their file. */
export type StoredTurn = { key: string; frames: number; width: number; height: number };

/** The media that a specimen shows; position 0 is the main one. */
export type SpecimenMedia = {
  specimen_id: number;
  position: number;
  media_id: string;
  alt: string;
  light: 'daylight' | 'long-wave-uv' | 'short-wave-uv' | 'detail' | 'label' | null;
  pins: JsonList<Pin>;
  /** The admin leaves it as it was taken, however it would lie over another. */
  as_taken: Generated<boolean>;
};
