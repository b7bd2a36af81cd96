import { z } from 'zod';
import { specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import { specimen } from '#core/contract/catalogue/specimens.ts';
import { lights, picture } from '#core/contract/media/media.ts';
import { keysOf } from '#core/contract/tables.ts';
import { id, instant, line } from '#core/contract/text.ts';
import {
  labelStates,
  MAX_INTAKE_FILES,
  MAX_UNSEEN,
  rowProblemTable,
  unassignedReasons,
} from './intake-rules.ts';

const number = line(specimenFields.catalogueNumber.max);

/** `modifiedAt` is in milliseconds since 1970. */
export const intakeFileData = z.strictObject({ modifiedAt: z.number().min(0).max(8.64e15) });

export const fileAdded = z.object({ name: z.string(), refusal: z.string().nullable() });

export const intakeFile = z.object({
  id,
  name: z.string(),
  size: z.int(),
  modifiedAt: instant,
  kind: z.enum(['picture', 'video']).nullable(),
  /** The file itself, or a video's poster; null where it was refused. */
  picture: picture.nullable(),
  refusal: z.string().nullable(),
  takenAt: instant.nullable(),
  label: z
    .object({
      state: z.enum(labelStates),
      number: z.string().nullable(),
      isByHand: z.boolean(),
      /** The picture with the label is one of that number, too. */
      keepsPicture: z.boolean(),
    })
    .nullable(),
  looksUltraviolet: z.boolean(),
  light: z.enum(lights).nullable(),
  specimenId: id.nullable(),
});

export const intakeRow = z.object({
  number: z.string(),
  labels: z.array(id),
  pictures: z.array(id),
  problems: z.array(z.enum(keysOf(rowProblemTable))),
  passedOver: z.array(z.string()),
  specimen: z.object({ id, title: z.string(), visible: z.boolean() }).nullable(),
  /** `done`: a draft has all of its pictures. */
  state: z.enum(['ready', 'waiting', 'done']),
});

export const intake = z.object({
  id,
  createdAt: instant,
  endsAt: instant,
  files: z.array(intakeFile),
  rows: z.array(intakeRow),
  unassigned: z.array(z.object({ file: id, reason: z.enum(unassignedReasons) })),
  unseen: z.array(z.string()),
  canUndo: z.boolean(),
});

export const intakes = z.array(
  z.object({ id, createdAt: instant, endsAt: instant, files: z.int(), drafts: z.int() }),
);

export const intakeChange = z.strictObject({
  files: z.array(id).min(1).max(MAX_INTAKE_FILES),
  /** A number; '' for none; null for what the shop says. */
  placedIn: number.nullable().optional(),
  /** With `placedIn`: the picture before which they stand; missing: the row's end. */
  before: id.optional(),
  /** The number of the label in them; '' for none; null for what the shop reads. */
  label: number.nullable().optional(),
  /** With `label`; by default true where the shop sees no label. */
  keepsPicture: z.boolean().optional(),
  light: z.enum(lights).nullable().optional(),
});

export const adoptedNumber = z.strictObject({ number: number.min(1) });

/** Takes along what is shown after the picture, or was taken after it up to the next label. */
export const intakeSplit = z.strictObject({
  file: id,
  number: number.min(1),
  keepsPicture: z.boolean(),
});

export const notPhotographed = z.strictObject({
  numbers: z.array(number.min(1)).min(1).max(MAX_UNSEEN),
});

export const draftsMade = z.object({
  made: z.array(id),
  failed: z.array(z.object({ number: z.string(), message: z.string() })),
  intake,
});

export const intakeDrafts = z.array(
  z.object({
    number: z.string(),
    isPriced: z.boolean(),
    picture,
    ...specimen.pick({
      id: true,
      version: true,
      title: true,
      category: true,
      species: true,
      locality: true,
      dimensions: true,
    }).shape,
    ...specimen.pick({ price: true, cost: true, source: true, acquisitionDate: true }).shape,
  }),
);

export type FileAdded = z.infer<typeof fileAdded>;
export type Intake = z.infer<typeof intake>;
export type Intakes = z.infer<typeof intakes>;
export type IntakeFile = z.infer<typeof intakeFile>;
export type IntakeRow = z.infer<typeof intakeRow>;
export type IntakeChange = z.infer<typeof intakeChange>;
export type IntakeSplit = z.infer<typeof intakeSplit>;
export type DraftsMade = z.infer<typeof draftsMade>;
export type IntakeDrafts = z.infer<typeof intakeDrafts>;
export type IntakeDraft = IntakeDrafts[number];
