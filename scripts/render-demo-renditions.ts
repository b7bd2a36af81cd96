/**
 * `nice npx node scripts/render-demo-renditions.ts` makes demo/renditions/ in a few minutes. Skips
 * unchanged pictures, and removes renditions without an original.
 */

import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { renditionName, turnName } from '#core/contract/media/media-urls.ts';
import { gridOf } from '#core/contract/media/turns.ts';
import { contentHashOf, uploadedVideoName } from '#core/server/media/files/media-files.service.ts';
import {
  type DemoFile,
  type DemoManifest,
  type DemoPicture,
  type DemoTurn,
  type DemoVideo,
  demoManifest,
} from '#core/server/transfer/demo/demo-manifest.ts';
import {
  decodePicture,
  encode,
  placeholderOf,
  renditionSettings,
} from '#platform/images/images.ts';
import { readSize } from '#platform/images/picture-header.ts';
import { allWidths, renditionsOf, WIDTHS } from '#platform/images/renditions.ts';
import { findStoneColours } from '#platform/images/stone-colours.ts';
import { findStoneOutline } from '#platform/images/stone-outline.ts';

const demo = path.join(import.meta.dirname, '../demo');
const renditions = path.join(demo, 'renditions');
const manifestFile = path.join(renditions, 'manifest.json');

const folders = ['images', 'hero', 'collections'];

const recipe = JSON.stringify({ widths: WIDTHS, ...renditionSettings });

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const describeFile = (name: string, bytes: Uint8Array): DemoFile => ({
  name,
  bytes: bytes.length,
  sha256: sha256(bytes),
});

// A manifest of an older form counts as none.
const known = existsSync(manifestFile)
  ? demoManifest.safeParse(JSON.parse(readFileSync(manifestFile, 'utf8'))).data
  : undefined;
mkdirSync(renditions, { recursive: true });

const pictures: DemoPicture[] = [];
for (const source of sourcesIn(folders, 'jpg'))
  pictures.push(await withFindings(await renderPicture(source)));
const videos = await Promise.all(sourcesIn(['video'], 'mp4').map(readVideo));

const manifest: DemoManifest = { recipe, pictures, videos };
const text = `${JSON.stringify(manifest, null, 2)}\n`;
if (!existsSync(manifestFile) || readFileSync(manifestFile, 'utf8') !== text)
  writeFileSync(manifestFile, text);
removeStale();
report();

function sourcesIn(folders: string[], extension: string): string[] {
  return folders.flatMap((folder) => globSync(`${folder}/*.${extension}`, { cwd: demo }).sort());
}

type Findings = 'placeholder' | 'colours' | 'outline';

/** Found each time, since how they are found is no part of the recipe. */
async function withFindings(picture: Omit<DemoPicture, Findings>): Promise<DemoPicture> {
  const smallest = path.join(
    renditions,
    renditionName(picture.stem, picture.widths[0] ?? 'full', 'jpg'),
  );
  const pixels = await decodePicture(smallest);
  return {
    ...picture,
    placeholder: await placeholderOf(pixels),
    colours: await findStoneColours(pixels),
    outline: await findStoneOutline(pixels),
  };
}

async function renderPicture(source: string): Promise<Omit<DemoPicture, Findings>> {
  const bytes = readFileSync(path.join(demo, source));
  const hash = sha256(bytes);
  const before =
    known?.recipe === recipe
      ? known.pictures.find((picture) => picture.source === source)
      : undefined;
  if (before?.sha256 === hash && before.files.every(isIntact)) return before;

  const pixels = await decodePicture(bytes);
  const { width, height } = pixels;
  const stem = contentHashOf(hash);
  const widths = allWidths(width, source.startsWith('hero/'));
  const files: DemoFile[] = [];
  for (const rendition of renditionsOf(stem, { width, widths, complete: true })) {
    const encoded = await encode(pixels, rendition);
    writeFileSync(path.join(renditions, rendition.name), encoded);
    files.push(describeFile(rendition.name, encoded));
  }
  console.log(`rendered ${source}`);
  return { source, sha256: hash, stem, width, height, widths, files };
}

function isIntact({ name, sha256: hash }: DemoFile): boolean {
  const file = path.join(renditions, name);
  return existsSync(file) && sha256(readFileSync(file)) === hash;
}

/** @throws Error for a video that a browser can play only once it has downloaded all of it. */
async function readVideo(source: string): Promise<DemoVideo> {
  const bytes = readFileSync(path.join(demo, source));
  const header = bytes.indexOf('moov');
  if (header === -1 || header > bytes.indexOf('mdat'))
    throw new Error(`${source} cannot be streamed: its index comes last`);
  const hash = sha256(bytes);
  const poster = source.replace('video/', 'images/').replace('.mp4', '.jpg');
  return {
    source,
    sha256: hash,
    stem: contentHashOf(hash),
    ...sizeOf(bytes),
    type: await new Input({
      formats: ALL_FORMATS,
      source: new FilePathSource(path.join(demo, source)),
    }).getMimeType(),
    poster,
    files: [describeFile(uploadedVideoName(contentHashOf(hash)), bytes)],
    ...(await readTurn(source, contentHashOf(hash))),
  };
}

async function readTurn(video: string, stem: string): Promise<{ turn?: DemoTurn }> {
  const [source] = globSync(video.replace('video/', 'turns/').replace('.mp4', '-turn-*.jpg'), {
    cwd: demo,
  });
  if (source === undefined) return {};
  const bytes = readFileSync(path.join(demo, source));
  const frames = Number(/-turn-(\d+)\./.exec(source)?.[1]);
  const { columns, rows } = gridOf(frames);
  const { width, height } = await readSize(path.join(demo, source));
  const key = sha256(bytes).slice(0, 8);
  return {
    turn: {
      source,
      key,
      frames,
      width: width / columns,
      height: height / rows,
      file: describeFile(turnName(stem, key), bytes),
    },
  };
}

/** The last two fields of the track header, in 65,536ths of a pixel. */
function sizeOf(video: Buffer): { width: number; height: number } {
  const start = video.indexOf('tkhd') - 4;
  const end = start + video.readUInt32BE(start);
  return {
    width: video.readUInt32BE(end - 8) / 65_536,
    height: video.readUInt32BE(end - 4) / 65_536,
  };
}

function removeStale(): void {
  const wanted = new Set([
    'manifest.json',
    ...pictures.flatMap(({ files }) => files.map(({ name }) => name)),
  ]);
  for (const name of readdirSync(renditions))
    if (!wanted.has(name)) rmSync(path.join(renditions, name));
}

function report(): void {
  const sizes = new Map<string, number[]>();
  for (const { source, files } of pictures) {
    for (const { name, bytes } of files) {
      const kind = `${path.dirname(source)} ${name.replace(/^.*-/, '')}`;
      sizes.set(kind, [...(sizes.get(kind) ?? []), bytes]);
    }
  }
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
  for (const [kind, bytes] of sizes) {
    const total = bytes.reduce((sum, size) => sum + size, 0);
    console.log(
      `${kind}: ${bytes.length} files, mean ${kilobytes(total / bytes.length)} kB, largest ${kilobytes(Math.max(...bytes))} kB`,
    );
  }
}
