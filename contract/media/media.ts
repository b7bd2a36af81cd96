/** Pictures and videos as pages get them; `media-urls.ts` says where their files are. */
import { z } from 'zod';
import { id, line } from '#contract/text.ts';
import * as extraPictureFields from '../extra-picture-fields.ts';
import { MEDIA_ID } from './media-id.ts';
import { VIDEO } from './media-kind.ts';
import { MAX_PIN_NOTE, MAX_PINS, pinKinds } from './pins.ts';

export const lights = ['daylight', 'long-wave-uv', 'short-wave-uv', 'detail', 'label'] as const;

const share = z.number().min(0).max(1);
/** Damage and repairs, where they are on a picture. */
export const pins = z
  .array(z.strictObject({ kind: z.enum(pinKinds), x: share, y: share, note: line(MAX_PIN_NOTE).default('') }))
  .max(MAX_PINS);

export const picture = z.object({
  kind: z.literal('picture'),
  /** See `media-id.ts`. */
  id: z.string(),
  /** Pixels of the full size. */
  width: z.int(),
  height: z.int(),
  /** Widths of the smaller renditions that exist, ascending, in pixels; each as AVIF and JPEG. */
  widths: z.array(z.int()),
  /** Every rendition exists. Until then only `widths` do; `media-urls.ts` says which URLs exist. */
  complete: z.boolean(),
  /** A data URL of a few hundred bytes, shown until the picture has loaded. */
  placeholder: z.string(),
  alt: z.string(),
  light: z.enum(lights).nullable(),
  /** Left out where there are none. */
  pins: pins.optional(),
  /** As CSS: how to lay it over the piece's picture in daylight. Left out where it is shown as it was taken. */
  transform: z.string().optional(),
  /** The admin leaves it as it was taken; else left out. */
  asTaken: z.literal(true).optional(),
  ...extraPictureFields,
});

/** One full turn of what a video shows; see `turns.ts`. */
export const turn = z.object({
  /** Path of the picture that has the frames. */
  url: z.string(),
  frames: z.int(),
  /** Pixels of a frame. */
  width: z.int(),
  height: z.int(),
});

export const video = z.object({
  kind: z.literal(VIDEO),
  id: z.string(),
  width: z.int(),
  height: z.int(),
  /** Path of the file. */
  url: z.string(),
  /** MIME type, with codecs if known: `video/mp4; codecs="avc1.64001f, mp4a.40.2"`. */
  type: z.string(),
  alt: z.string(),
  poster: picture,
  /** The poster is a plain picture until the admin's browser makes a real one; else left out. */
  hasPlainPoster: z.literal(true).optional(),
  /** Left out where the admin has made none. */
  turn: turn.optional(),
});

/** Which medium a call is about. */
export const mediumParams = z.object({ id: z.string().regex(new RegExp(`^${MEDIA_ID}$`), 'Not the ID of a photo or video') });

/** For the admin: whether the server converts videos that not every browser plays, and takes their posters. */
export const mediaAbilities = z.object({ convertsVideos: z.boolean() });

/** For the admin: media jobs that have failed for good, and the specimen that shows the medium; null for a picture of the settings. */
export const failedMediaJobs = z.array(
  z.object({
    /** What was to be made, by the core or an extra. */
    kind: z.string(),
    specimen: z.object({ id, title: z.string() }).nullable(),
  }),
);

export const medium = z.discriminatedUnion('kind', [picture, video]);

export type Picture = z.infer<typeof picture>;
export type Video = z.infer<typeof video>;
export type Turn = z.infer<typeof turn>;
export type Medium = z.infer<typeof medium>;
export type MediaAbilities = z.infer<typeof mediaAbilities>;
export type FailedMediaJobs = z.infer<typeof failedMediaJobs>;
export type Light = (typeof lights)[number];
