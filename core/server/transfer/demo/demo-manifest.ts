/** scripts/render-demo-renditions.ts writes `demo/renditions/manifest.json`. */
import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.strictObject({ name: z.string(), bytes: z.int(), sha256: hash });
/** `source`: a path in demo/; `sha256`: its hash, whose first 32 digits are the stem. */
const original = {
  source: z.string(),
  sha256: hash,
  stem: z.string(),
  width: z.int(),
  height: z.int(),
};

/** In CIELAB; see core/contract/catalogue/stone-colours.ts. */
const colours = z.array(z.strictObject({ L: z.int(), a: z.int(), b: z.int(), share: z.number() }));

/** See core/contract/media/outline.ts. */
const outline = z.string().nullable();

const demoPicture = z.strictObject({
  ...original,
  widths: z.array(z.int()),
  placeholder: z.string(),
  colours,
  outline,
  files: z.array(file),
});

/** `source`: the picture's path; see `StoredTurn` for the rest. */
const demoTurn = z.strictObject({
  source: z.string(),
  key: z.string(),
  frames: z.int(),
  width: z.int(),
  height: z.int(),
  file,
});

/** Served as it is. `poster`: its source; `type`: MIME type with codecs. */
const demoVideo = z.strictObject({
  ...original,
  type: z.string(),
  poster: z.string(),
  files: z.array(file).length(1),
  turn: demoTurn.optional(),
});

export const demoManifest = z.strictObject({
  recipe: z.string(),
  pictures: z.array(demoPicture),
  videos: z.array(demoVideo),
});

export type DemoFile = z.infer<typeof file>;
export type DemoTurn = z.infer<typeof demoTurn>;
export type DemoPicture = z.infer<typeof demoPicture>;
export type DemoVideo = z.infer<typeof demoVideo>;
export type DemoManifest = z.infer<typeof demoManifest>;
