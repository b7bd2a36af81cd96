/** Pictures and videos as pages need them. Files are named by the hash of their original; see `media-urls.ts`. */
import { z } from 'zod';
import { VIDEO } from './media-kind.ts';
import { id } from './text.ts';

export const lights = ['daylight', 'long-wave-uv', 'short-wave-uv', 'detail', 'label'] as const;

export const picture = z.object({
  kind: z.literal('picture'),
  /** See `media-id.ts`. */
  id: z.string(),
  /** Pixels of the full size. */
  width: z.int(),
  height: z.int(),
  /** Widths of the smaller renditions that exist, ascending, in pixels; each as AVIF and JPEG. */
  widths: z.array(z.int()),
  /** Every rendition is there. Until then only `widths` are; `media-urls.ts` knows what may be asked for. */
  complete: z.boolean(),
  /** A data URL of a few hundred bytes, shown until the picture is there. */
  placeholder: z.string(),
  alt: z.string(),
  light: z.enum(lights).nullable(),
});

export const video = z.object({
  kind: z.literal(VIDEO),
  id: z.string(),
  width: z.int(),
  height: z.int(),
  /** Address of the file on our own origin. */
  url: z.string(),
  /** MIME type, with codecs where they are known: `video/mp4; codecs="avc1.64001f, mp4a.40.2"`. */
  type: z.string(),
  alt: z.string(),
  poster: picture,
  /** The poster is a plain one that stands in until the admin's browser makes one; else left out. */
  hasPlainPoster: z.literal(true).optional(),
});

/** What the server can do with videos, for the admin: convert those that not every browser plays, and take their posters. */
export const mediaAbilities = z.object({ convertsVideos: z.boolean() });

/** What could not be made after many tries, for the admin, and the specimen that shows it: null for a picture of the settings. */
export const failedMediaJobs = z.array(
  z.object({ kind: z.enum(['renditions', 'conversion']), specimen: z.object({ id, title: z.string() }).nullable() }),
);

export const medium = z.discriminatedUnion('kind', [picture, video]);

export type Picture = z.infer<typeof picture>;
export type Video = z.infer<typeof video>;
export type Medium = z.infer<typeof medium>;
export type MediaAbilities = z.infer<typeof mediaAbilities>;
export type FailedMediaJobs = z.infer<typeof failedMediaJobs>;
export type Light = (typeof lights)[number];
