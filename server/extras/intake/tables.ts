/** The tables of intakes; `schema.ts` says how they are written. */
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Light } from '#contract/media/media.ts';
import type { Json, JsonList } from '#server/platform/db/json-columns.ts';

/** Photographs of labels and stones that wait to become specimens. */
export type Intakes = {
  id: Generated<number>;
  created_at: string;
  /** When it ends if nothing is done with it until then. */
  ends_at: string;
};

/** A file of an intake; each content is there once. */
export type IntakeFiles = {
  id: Generated<number>;
  intake_id: number;
  /** Null where the file was refused. */
  media_id: string | null;
  content_hash: string;
  /** By name, size and time of change the admin's browser knows it again. */
  name: string;
  size: number;
  modified_at: string;
  taken_at: string | null;
  /** What the QR codes in the picture say. */
  codes: JsonList<string>;
  has_unreadable_code: ColumnType<boolean, boolean | undefined, boolean>;
  is_ultraviolet: ColumnType<boolean, boolean | undefined, boolean>;
  /** Why it cannot be shown. */
  refusal: string | null;
  /** What the admin says of it: the number of the label that it shows, '' for none; null: as the shop reads it. */
  label: string | null;
  /** The admin has named its label, but it shows the stone, too: it is a picture of that number. */
  keeps_picture: ColumnType<boolean, boolean | undefined, boolean>;
  /** The number to which the admin has moved it, '' for none; null: as the shop assigns it. */
  placed_in: string | null;
  place: number | null;
  /** As the admin says. */
  light: Light | null;
  /** The specimen that was made of it. */
  specimen_id: number | null;
};

/** Numbers whose labels the admin says were not photographed; the answer holds for the files up to `until_file`. */
export type IntakeUnused = { intake_id: number; number_key: string; until_file: number };

/** How files were before a change, so that it can be undone. */
export type IntakeSteps = { id: Generated<number>; intake_id: number; before: Json<StepBefore> };
export type StepBefore = {
  files: Pick<Selectable<IntakeFiles>, 'id' | 'label' | 'keeps_picture' | 'placed_in' | 'place' | 'light'>[];
  unused: Pick<IntakeUnused, 'number_key' | 'until_file'>[];
};

declare module '#server/platform/db/schema.ts' {
  interface Schema {
    intakes: Intakes;
    intake_files: IntakeFiles;
    intake_unused: IntakeUnused;
    intake_steps: IntakeSteps;
  }
}
