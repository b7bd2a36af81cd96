import { z } from 'zod';
import { line } from '#contract/text.ts';

const shortText = (max: number) => line(max).default('');

/** When copies are made and how many stay. */
export const copyPlan = z.strictObject({
  isOn: z.boolean(),
  hour: z.int().min(0).max(23),
  days: z.int().min(1).max(90),
  weeks: z.int().min(0).max(104),
  months: z.int().min(0).max(240),
});

/** A folder as a whole path, or a bucket as `s3://name/folder`, which the other fields are for. */
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
  nextAt: instant,
});

/** A key that waits to be proved: `asked` are the numbers of four words, from 1. */
export const newCopyKey = z.strictObject({ words: z.string(), asked: z.array(z.int()) });
export const provenWords = z.strictObject({ typed: z.array(line(20)).length(4) });

/** A copy to begin with. */
export const wantedCopy = z.strictObject({
  ...newCopyPlace.shape,
  words: z.string().max(2000),
  /** Of a day; null: the newest. */
  day: z.iso.date().nullable(),
});

/** `contents`: what the shop already has, which keeps it from beginning with a copy. `problem`: why the last attempt failed. */
export const restoreState = z.strictObject({
  contents: z.array(z.string()),
  isRunning: z.boolean(),
  problem: z.string().nullable(),
});

export type CopyPlan = z.infer<typeof copyPlan>;
export type NewCopyPlace = z.infer<typeof newCopyPlace>;
export type CopyPlace = z.infer<typeof copyPlace>;
export type CopiesState = z.infer<typeof copiesState>;
export type WantedCopy = z.infer<typeof wantedCopy>;
export type RestoreState = z.infer<typeof restoreState>;
export type NewCopyKey = z.infer<typeof newCopyKey>;
