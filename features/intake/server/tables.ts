import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Light } from '#core/contract/media/media.ts';
import type { Json, JsonList } from '#platform/db/json-columns.ts';

export type Intakes = {
  id: Generated<number>;
  created_at: string;
  ends_at: string;
};

export type IntakeFiles = {
  id: Generated<number>;
  intake_id: number;
  /** Null where the file was refused. */
  media_id: string | null;
  content_hash: string;
  /** The browser recognizes a file by name, size and time of change. */
  name: string;
  size: number;
  modified_at: string;
  taken_at: string | null;
  codes: JsonList<string>;
  has_unreadable_code: ColumnType<boolean, boolean | undefined, boolean>;
  is_ultraviolet: ColumnType<boolean, boolean | undefined, boolean>;
  refusal: string | null;
  /** The admin's word on the label: a number; '' for none; null: as the shop reads it. */
  label: string | null;
  /** It shows the stone, too: it is a picture of its label's number. */
  keeps_picture: ColumnType<boolean, boolean | undefined, boolean>;
  /** The number that the admin has moved it to; '' for none; null: as the shop assigns it. */
  placed_in: string | null;
  place: number | null;
  light: Light | null;
  specimen_id: number | null;
};

/** The admin's word that labels were not photographed holds for files up to `until_file`. */
export type IntakeUnused = { intake_id: number; number_key: string; until_file: number };

export type IntakeSteps = { id: Generated<number>; intake_id: number; before: Json<StepBefore> };
export type StepBefore = {
  files: Pick<
    Selectable<IntakeFiles>,
    'id' | 'label' | 'keeps_picture' | 'placed_in' | 'place' | 'light'
  >[];
  unused: Pick<IntakeUnused, 'number_key' | 'until_file'>[];
};

declare module '#platform/db/schema.ts' {
  interface Schema {
    intakes: Intakes;
    intake_files: IntakeFiles;
    intake_unused: IntakeUnused;
    intake_steps: IntakeSteps;
  }
}
