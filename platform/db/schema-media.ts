import type { Generated } from 'kysely';
import type { Pin } from '#core/contract/media/pins.ts';
import type { JsonList } from './json-columns.ts';

/** The size is one frame's in pixels; `key` is in the file's name. */
export type StoredTurn = { key: string; frames: number; width: number; height: number };

/** Position 0 is the main medium. */
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
