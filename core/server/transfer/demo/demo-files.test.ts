/** The files in demo/, compared with its lists. */
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { PREVIEW_SIZE, turnName } from '#core/contract/media/media-urls.ts';
import { gridOf } from '#core/contract/media/turns.ts';
import { type DemoData, readDemoData } from './demo-data.ts';

const folder = path.join(import.meta.dirname, '../../../../demo');
const sha256 = (file: string) =>
  createHash('sha256')
    .update(readFileSync(path.join(folder, file)))
    .digest('hex');

let demo: DemoData;
beforeAll(async () => {
  demo = await readDemoData(folder);
});

describe('demo files', () => {
  test('every original is the one its renditions were made from', () => {
    for (const { source, sha256: hash, stem } of [...demo.pictures, ...demo.videos]) {
      expect(sha256(source), source).toBe(hash);
      expect(hash.startsWith(stem) && stem.length === 32, source).toBe(true);
    }
  });

  test('demo/renditions holds every rendition with its hash, and nothing else', () => {
    const files = demo.pictures.flatMap((picture) => picture.files);
    for (const { name, bytes, sha256: hash } of files) {
      expect(statSync(path.join(folder, 'renditions', name)).size, name).toBe(bytes);
      expect(sha256(`renditions/${name}`), name).toBe(hash);
    }
    expect(readdirSync(path.join(folder, 'renditions')).sort()).toEqual(
      [...files.map(({ name }) => name), 'manifest.json'].sort(),
    );
  });

  test('no rendition carries metadata, or is wider than its original', async () => {
    for (const { files, width: original } of demo.pictures) {
      for (const { name } of files) {
        const { exif, xmp, iptc, icc, orientation, width } = await sharp(
          path.join(folder, 'renditions', name),
        ).metadata();
        expect([exif, xmp, iptc, icc, orientation], name).toEqual(Array(5).fill(undefined));
        expect(width, name).toBeLessThanOrEqual(
          name.endsWith('-preview.jpg') ? PREVIEW_SIZE.width : original,
        );
      }
    }
  });

  test('catalogue and collections name every original that exists, and each has an alternative text', () => {
    const named = [
      ...demo.specimens.flatMap(({ files }) => [
        files.main,
        ...files.additional,
        files.uv,
        files.video,
      ]),
      ...demo.collections.map(({ cover }) => cover),
      'hero/hero.jpg',
    ].filter((source) => source !== null);
    expect(named.toSorted()).toEqual(
      globSync('{images,video,hero,collections}/*', { cwd: folder }).sort(),
    );
    expect(Object.keys(demo.altTexts).sort()).toEqual(named.toSorted());
    expect([...demo.pictures, ...demo.videos].map(({ source }) => source).sort()).toEqual(
      named.toSorted(),
    );
  });

  test('every turn has the frames that the manifest says, in the shape of its video', async () => {
    const turns = demo.videos.flatMap(({ turn, stem, width, height }) =>
      turn ? [{ ...turn, stem, ratio: width / height }] : [],
    );
    expect(turns.map(({ source }) => source)).toEqual(globSync('turns/*', { cwd: folder }));
    for (const { source, key, frames, width, height, file, stem, ratio } of turns) {
      expect(file.name).toBe(turnName(stem, key));
      expect(sha256(source)).toBe(file.sha256);
      const { columns, rows } = gridOf(frames);
      const picture = await sharp(path.join(folder, source)).metadata();
      expect([picture.width, picture.height, picture.exif]).toEqual([
        width * columns,
        height * rows,
        undefined,
      ]);
      expect(width / height).toBeCloseTo(ratio, 1);
    }
  });

  test('the hero picture takes a phone at most 45 KB', () => {
    const hero = demo.pictures.find(({ source }) => source === 'hero/hero.jpg');
    const forPhones = hero?.files.filter(({ name }) => /-(640|960|1440)\.avif$/.test(name)) ?? [];
    expect(forPhones).toHaveLength(3);
    for (const { name, bytes } of forPhones) expect(bytes, name).toBeLessThanOrEqual(45_000);
  });

  test('the demo takes at most 45 MB of disk', () => {
    const sizes = globSync('**/*', { cwd: folder }).map((file) =>
      statSync(path.join(folder, file)),
    );
    expect(sizes.reduce((sum, { blocks }) => sum + blocks * 512, 0)).toBeLessThanOrEqual(
      45_000_000,
    );
  });

  test('the texts of the demo use typographic characters', () => {
    const texts = [
      ...demo.specimens.flatMap(({ title, description, origin, dimensions, weight }) => [
        title,
        description,
        origin,
        dimensions,
        weight,
      ]),
      ...Object.values(demo.altTexts),
    ];
    for (const text of texts) expect(text).not.toMatch(/['"]|\.\.\.| x | - |\s{2}/);
  });
});
