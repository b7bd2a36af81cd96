/** Photographs of labels and stones on their way to specimens. */
import { z } from 'zod';
import { specimenFields } from '#contract/catalogue/specimen-fields.ts';
import { specimen } from '#contract/catalogue/specimens.ts';
import { keysOf } from '#contract/catalogue/statuses.ts';
import { lights, picture } from '#contract/media/media.ts';
import { id, instant, line } from '#contract/text.ts';
import { labelStates, MAX_INTAKE_FILES, MAX_UNSEEN, rowProblemTable, unassignedReasons } from './intake-rules.ts';

const number = line(specimenFields.catalogueNumber.max);

/** Beside the file in a form: when it was changed last, in milliseconds since 1970. */
export const intakeFileData = z.strictObject({ modifiedAt: z.number().min(0).max(8.64e15) });

/** A file that is in the intake: under which name, for the same content may have come before, and why it cannot be shown. */
export const fileAdded = z.object({ name: z.string(), refusal: z.string().nullable() });

export const intakeFile = z.object({
  id,
  name: z.string(),
  size: z.int(),
  /** By name, size and this the browser knows a file again. */
  modifiedAt: instant,
  kind: z.enum(['picture', 'video']).nullable(),
  /** Itself, or a video's poster; null where it was refused. */
  picture: picture.nullable(),
  refusal: z.string().nullable(),
  takenAt: instant.nullable(),
  /** What label it shows; null: none. */
  label: z
    .object({
      state: z.enum(labelStates),
      number: z.string().nullable(),
      isByHand: z.boolean(),
      /** It is a picture of that number, too. */
      keepsPicture: z.boolean(),
    })
    .nullable(),
  /** It looks as if it was taken under an ultraviolet lamp. */
  looksUltraviolet: z.boolean(),
  light: z.enum(lights).nullable(),
  /** The specimen that was made of it. */
  specimenId: id.nullable(),
});

/** The pictures of one number. */
export const intakeRow = z.object({
  number: z.string(),
  /** Ids of files. */
  labels: z.array(id),
  pictures: z.array(id),
  problems: z.array(z.enum(keysOf(rowProblemTable))),
  /** Numbers without a label here whose pictures are most likely in this row. */
  passedOver: z.array(z.string()),
  /** Who has the number, or the draft that was made of this row. */
  specimen: z.object({ id, title: z.string(), visible: z.boolean() }).nullable(),
  /** `done`: a draft has all of its pictures. */
  state: z.enum(['ready', 'waiting', 'done']),
});

export const intake = z.object({
  id,
  createdAt: instant,
  /** When it ends if nothing is done with it until then. */
  endsAt: instant,
  files: z.array(intakeFile),
  rows: z.array(intakeRow),
  unassigned: z.array(z.object({ file: id, reason: z.enum(unassignedReasons) })),
  /** Unused numbers of its sheets of labels, and of later sheets, whose labels were not seen. */
  unseen: z.array(z.string()),
  canUndo: z.boolean(),
});

export const intakes = z.array(z.object({ id, createdAt: instant, endsAt: instant, files: z.int(), drafts: z.int() }));

/** What the admin says of some files; what is left out stays. */
export const intakeChange = z.strictObject({
  files: z.array(id).min(1).max(MAX_INTAKE_FILES),
  /** A number, '' for none, null for what the shop says. */
  placedIn: number.nullable().optional(),
  /** With `placedIn`: the picture of that row before which they stand; without it at its end. */
  before: id.optional(),
  /** The number of the label that they show, '' for none, null for what the shop reads. */
  label: number.nullable().optional(),
  /** With `label`: whether they are pictures of that number, too; if it is not said, where the shop sees no label in them. */
  keepsPicture: z.boolean().optional(),
  light: z.enum(lights).nullable().optional(),
});

/** A number that no label of ours bears, to be used all the same. */
export const adoptedNumber = z.strictObject({ number: number.min(1) });

/** Splits a row: this picture and those that are shown after it become pictures of the number, and so does what was taken after it up to the next label. */
export const intakeSplit = z.strictObject({
  file: id,
  number: number.min(1),
  /** Else it only shows the label. */
  keepsPicture: z.boolean(),
});

/** Numbers whose labels were not photographed, though no label of theirs was seen. */
export const notPhotographed = z.strictObject({ numbers: z.array(number.min(1)).min(1).max(MAX_UNSEEN) });

/** What became of the rows: those without a draft, and why. */
export const draftsMade = z.object({
  made: z.array(id),
  failed: z.array(z.object({ number: z.string(), message: z.string() })),
  intake,
});

/** The drafts of an intake, in the order of its rows. */
export const intakeDrafts = z.array(
  z.object({
    number: z.string(),
    isPriced: z.boolean(),
    /** Of the main photo, or the video's poster. */
    picture,
    ...specimen.pick({ id: true, version: true, title: true, category: true, species: true, locality: true, dimensions: true }).shape,
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
