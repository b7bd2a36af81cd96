/** Work on strangers' pictures, done in a process of its own: one picture at a time, each step within its time, whatever they hold. */
import path from 'node:path';
import type { Picture } from '#contract/media.ts';
import { ChildFailure, childRunner } from '#server/platform/jobs/child-runner.ts';
import type { PictureHeader, PictureType } from './picture-header.ts';
import type { Rendition } from './renditions.ts';

const TIMEOUT_MS = 60_000;
/** Of 64 KiB each, for libheif; more than a picture of 50 megapixels needs. */
const WASM_PAGES = 7_600;

const runner = childRunner(path.join(import.meta.dirname, 'image-process.ts'), { execArgv: [`--wasm-max-mem-pages=${WASM_PAGES}`] });

export type PictureFile = { localPath: string; type: PictureType };
export type FirstInput = PictureFile & { id: string; folder: string };
export type PlainInput = { width: number; height: number; outPath: string };
export type RenderInput = PictureFile & { rendition: Rendition; outPath: string };

/** What is known of a picture once its first renditions are made. Sizes in pixels. */
export type FirstStep = Pick<Picture, 'width' | 'height' | 'widths' | 'complete' | 'placeholder'>;

/** The picture is damaged, none, or takes too long or too much memory to read. */
export class UnreadablePicture extends Error {}

/** Reads a picture's header. @throws UnreadablePicture; the signal's reason. */
export const inspectPicture = (file: PictureFile, signal: AbortSignal): Promise<PictureHeader> => run('inspect', file, signal, true);

/**
 * Writes the first renditions into the folder, under their public names: those that a picture can be shown with.
 * @throws UnreadablePicture; an Error with a code where the disk refuses; the signal's reason.
 */
export const makeFirstStep = (input: FirstInput, signal: AbortSignal): Promise<FirstStep> => run('first', input, signal, true);

/** Writes a JPEG of one dark colour, of that many pixels. @throws as `makeFirstStep` does. */
export const makePlainPicture = (input: PlainInput, signal: AbortSignal): Promise<void> => run('plain', input, signal, true);

/** Writes one rendition. Nobody waits for it: it makes way for the first steps of others. @throws as `makeFirstStep` does. */
export const renderRendition = (input: RenderInput, signal: AbortSignal): Promise<void> => run('render', input, signal, false);

async function run<T>(task: string, input: object, signal: AbortSignal, urgent: boolean): Promise<T> {
  try {
    return await runner.run<T>(task, input, { timeoutMs: TIMEOUT_MS, signal, urgent });
  } catch (cause) {
    signal.throwIfAborted();
    // Whatever the reader trips over is the file's fault, but not what the disk says.
    if (cause instanceof ChildFailure || !isSystemError(cause)) throw new UnreadablePicture('The picture cannot be read', { cause });
    throw cause;
  }
}

const isSystemError = (error: unknown) => error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
