import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { specimenInput } from '#core/contract/catalogue/specimens.ts';
import { lights, pins } from '#core/contract/media/media.ts';
import { type DemoPicture, type DemoVideo, demoManifest } from './demo-manifest.ts';

const source = z.string();

const entry = specimenInput.omit({ acquisitionDate: true, quantity: true }).extend({
  slug: z.string(),
  /** On the main picture. */
  pins: pins.default([]),
  files: z.strictObject({
    main: source,
    additional: z.array(source),
    uv: source.nullable(),
    uvLight: z.enum(lights).nullable(),
    video: source.nullable(),
  }),
});

const collection = z.strictObject({ slug: z.string(), cover: source });

const catalogue = z.strictObject({ note: z.string(), count: z.int(), specimens: z.array(entry) });
const collections = z.strictObject({ collections: z.array(collection) });
const altTexts = z.record(source, z.string());

export type DemoSpecimen = z.infer<typeof entry>;

export type DemoData = {
  /** Newest first. */
  specimens: DemoSpecimen[];
  collections: z.infer<typeof collection>[];
  pictures: DemoPicture[];
  videos: DemoVideo[];
  /** By source. */
  altTexts: Record<string, string>;
};

/** @throws ZodError if a file has the wrong shape, Error if it cannot be read. */
export async function readDemoData(folder: string): Promise<DemoData> {
  const read = async <T>(name: string, schema: z.ZodType<T>): Promise<T> =>
    schema.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8')));
  const { pictures, videos } = await read('renditions/manifest.json', demoManifest);
  return {
    specimens: (await read('catalogue.json', catalogue)).specimens,
    collections: (await read('collections.json', collections)).collections,
    pictures,
    videos,
    altTexts: await read('alt-texts.json', altTexts),
  };
}
