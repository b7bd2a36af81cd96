import { z } from 'zod';
import { line } from '#core/contract/text.ts';
import { MAX_PASSPHRASE_LENGTH } from '#features/backup/contract/passphrase.ts';

/** Everything is read once to be checked before anything is written. */
export const restoreSteps = ['check', 'rows', 'files', 'end'] as const;
export type RestoreStep = (typeof restoreSteps)[number];

const shortText = (max: number) => line(max).default('');

export const copyPlan = z.strictObject({
  isOn: z.boolean(),
  hour: z.int().min(0).max(23),
  days: z.int().min(1).max(90),
  weeks: z.int().min(0).max(104),
  months: z.int().min(0).max(240),
});

export const newCopyPlace = z.strictObject({
  address: line(500),
  endpoint: shortText(300),
  region: shortText(60),
  accessKeyId: shortText(200),
  secretAccessKey: shortText(300),
});

const instant = z.iso.datetime().nullable();

export const copyPlace = z.strictObject({
  id: z.int(),
  address: z.string(),
  copiedAt: instant,
  provedAt: instant,
  bytes: z.int(),
  copies: z.int(),
  trouble: z.string().nullable(),
});

/** `lost`: there was a key, and the shop can no longer read its part of it. */
export const copiesState = z.strictObject({
  plan: copyPlan,
  key: z.enum(['none', 'known', 'lost']),
  places: z.array(copyPlace),
  isRunning: z.boolean(),
  /** Of the copy that this process makes, by place; null: none, or another process makes it. */
  progress: z
    .strictObject({
      place: z.int(),
      step: z.enum(['files', 'proof']),
      done: z.int(),
      of: z.int(),
    })
    .nullable(),
  nextAt: instant,
});

/** `asked` are the numbers, from 1, of four words that prove the key. */
export const newCopyKey = z.strictObject({ words: z.string(), asked: z.array(z.int()) });
export const provenWords = z.strictObject({ typed: z.array(line(20)).length(4) });

export const wantedCopy = z.strictObject({
  ...newCopyPlace.shape,
  words: z.string().max(2000),
  /** Null: the newest copy. */
  day: z.iso.date().nullable(),
  /** A backup that was sent before, instead of a place and its words; null: none. */
  backup: z
    .strictObject({ file: z.uuid(), passphrase: z.string().max(MAX_PASSPHRASE_LENGTH) })
    .nullable()
    .default(null),
  /** The `contents` that the copy may replace. */
  agreed: z.array(z.string().max(100)).max(20).default([]),
});

/** `contents` are in the way of a copy. `problem`: why the last attempt failed. */
export const restoreState = z.strictObject({
  contents: z.array(z.string()),
  isRunning: z.boolean(),
  problem: z.string().nullable(),
  /** Null: nothing is being restored, or another process does it. */
  progress: z.strictObject({ step: z.enum(restoreSteps), share: z.number() }).nullable(),
  /** When a copy last replaced a shop that is kept in a file. */
  replacedAt: instant,
});

export const sentBackup = z.strictObject({ file: z.uuid() });

export type CopyPlan = z.infer<typeof copyPlan>;
export type NewCopyPlace = z.infer<typeof newCopyPlace>;
export type CopyPlace = z.infer<typeof copyPlace>;
export type CopiesState = z.infer<typeof copiesState>;
export type WantedCopy = z.infer<typeof wantedCopy>;
export type RestoreState = z.infer<typeof restoreState>;
export type NewCopyKey = z.infer<typeof newCopyKey>;
