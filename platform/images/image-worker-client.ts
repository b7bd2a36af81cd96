import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OwnColour } from '#core/contract/catalogue/stone-colours.ts';
import type { Picture } from '#core/contract/media/media.ts';
import type { Outline } from '#core/contract/media/outline.ts';
import { ChildFailure, childRunner } from '#platform/jobs/child-runner.ts';
import { projectFolder } from '#platform/process/project-folder.ts';
import type { LocalTime } from './exif-time.ts';
import type { PictureHeader, PictureType } from './picture-header.ts';
import type { FoundCodes } from './qr-codes.ts';
import type { Rendition } from './renditions.ts';

const TIMEOUT_MS = 60_000;
/** libheif's memory limit, in pages of 64 KiB: more than a picture of 50 megapixels needs. */
const MAX_WASM_PAGES = 7_600;

const runner = childRunner(path.join(projectFolder, 'platform/images/image-process.ts'), {
  execArgv: [`--wasm-max-mem-pages=${MAX_WASM_PAGES}`],
});

export type PictureFile = { localPath: string; type: PictureType };
/** `effort`: how hard to compress; default `PICTURE_EFFORT`. */
export type FirstInput = PictureFile & { stem: string; folder: string; effort?: number };
export type PlainInput = { width: number; height: number; outPath: string };
export type OtherInput = { file: string; input: object };
export type RenderInput = PictureFile & { rendition: Rendition; outPath: string; effort?: number };

export type Stone = { colours: OwnColour[]; outline: Outline | null };

/** Metadata after the first renditions. Sizes in pixels. */
export type FirstStep = Pick<Picture, 'width' | 'height' | 'widths' | 'complete' | 'placeholder'> &
  Stone;

export type ScanResult = { takenAt: LocalTime | null; codes: FoundCodes; isUltraviolet: boolean };

/** The file is damaged or no picture, or takes too long or too much memory to read. */
export class UnreadablePicture extends Error {}

/** @throws UnreadablePicture; the signal's reason. */
export const inspectPicture = (file: PictureFile, signal: AbortSignal): Promise<PictureHeader> =>
  run('inspect', file, signal, true);

/**
 * Makes what a picture can be shown with.
 * @throws UnreadablePicture; an Error with a code if the disk fails; the signal's reason.
 */
export const makeFirstStep = (input: FirstInput, signal: AbortSignal): Promise<FirstStep> =>
  run('first', input, signal, true);

/** @throws as `makeFirstStep` does. */
export const scanPicture = (file: PictureFile, signal: AbortSignal): Promise<ScanResult> =>
  run('scan', file, signal, true);

/** Writes a JPEG of one dark color, sizes in pixels. @throws as `makeFirstStep` does. */
export const makePlainPicture = (input: PlainInput, signal: AbortSignal): Promise<void> =>
  run('plain', input, signal, true);

/** First steps of other pictures displace this one. @throws as `makeFirstStep` does. */
export const renderRendition = (input: RenderInput, signal: AbortSignal): Promise<void> =>
  run('render', input, signal, false);

/** @throws as `makeFirstStep` does. */
export const readStone = (localPath: string, signal: AbortSignal): Promise<Stone> =>
  run('stone', { localPath, type: 'jpeg' } satisfies PictureFile, signal, false);

/** @param module its path in the project. @throws as `makeFirstStep` does. */
export const runImageTask = <T>(
  module: string,
  input: object,
  signal: AbortSignal,
  urgent: boolean,
): Promise<T> =>
  run(
    'other',
    { file: pathToFileURL(path.join(projectFolder, module)).href, input } satisfies OtherInput,
    signal,
    urgent,
  );

async function run<T>(
  task: string,
  input: object,
  signal: AbortSignal,
  urgent: boolean,
): Promise<T> {
  try {
    return await runner.run<T>(task, input, { timeoutMs: TIMEOUT_MS, signal, urgent });
  } catch (cause) {
    signal.throwIfAborted();
    // Any failure of the reader is the file's fault, except errors from the disk.
    if (cause instanceof ChildFailure || !isSystemError(cause))
      throw new UnreadablePicture('The picture cannot be read', { cause });
    throw cause;
  }
}

const isSystemError = (error: unknown) =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
