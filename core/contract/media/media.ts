/** `media-urls.ts` says where the files are. */
import { z } from 'zod';
import { id, line } from '#core/contract/text.ts';
import * as featurePictureFields from '#features/picture-fields.ts';
import { MEDIA_ID } from './media-id.ts';
import { VIDEO } from './media-kind.ts';
import { MAX_PIN_NOTE, MAX_PINS, pinKinds } from './pins.ts';

export const lights = ['daylight', 'long-wave-uv', 'short-wave-uv', 'detail', 'label'] as const;

const share = z.number().min(0).max(1);
export const pins = z
  .array(
    z.strictObject({
      kind: z.enum(pinKinds),
      x: share,
      y: share,
      note: line(MAX_PIN_NOTE).default(''),
    }),
  )
  .max(MAX_PINS);

export const picture = z.object({
  kind: z.literal('picture'),
  /** See `media-id.ts`. */
  id: z.string(),
  /** Pixels of the full size. */
  width: z.int(),
  height: z.int(),
  /** Smaller renditions that exist, ascending, in pixels; each as AVIF and JPEG. */
  widths: z.array(z.int()),
  /** Until every rendition exists, only `widths` do; see `media-urls.ts`. */
  complete: z.boolean(),
  /** A data URL of a few hundred bytes, shown until the picture has loaded. */
  placeholder: z.string(),
  alt: z.string(),
  light: z.enum(lights).nullable(),
  pins: pins.optional(),
  /** CSS that lays it over the daylight picture. */
  transform: z.string().optional(),
  /** Only true or left out. */
  asTaken: z.literal(true).optional(),
  ...featurePictureFields,
});

export const turn = z.object({
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
  url: z.string(),
  /** With codecs if known: `video/mp4; codecs="avc1.64001f, mp4a.40.2"`. */
  type: z.string(),
  alt: z.string(),
  poster: picture,
  /** Until the admin's browser makes a real one. */
  hasPlainPoster: z.literal(true).optional(),
  turn: turn.optional(),
});

export const mediumParams = z.object({
  id: z.string().regex(new RegExp(`^${MEDIA_ID}$`), 'Not the ID of a photo or video'),
});

export const mediaAbilities = z.object({ convertsVideos: z.boolean() });

/** null: a picture of the settings. */
export const failedMediaJobs = z.array(
  z.object({
    kind: z.string(),
    specimen: z.object({ id, title: z.string() }).nullable(),
  }),
);

export const medium = z.discriminatedUnion('kind', [picture, video]);

export type Picture = z.infer<typeof picture>;
export type Video = z.infer<typeof video>;
export type Turn = z.infer<typeof turn>;
export type Medium = z.infer<typeof medium>;
export type FailedMediaJobs = z.infer<typeof failedMediaJobs>;
export type Light = (typeof lights)[number];
