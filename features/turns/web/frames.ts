import type { Size } from './frame-plan.ts';

const QUALITY = 0.92;

export class Undecodable extends Error {}

export type Frames = Size & { canvas: HTMLCanvasElement; frames: number };
export type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** @throws Undecodable where the browser has no memory left for it. */
export function contextOf(canvas: Canvas) {
  const context = canvas.getContext('2d') as
    | CanvasRenderingContext2D
    | OffscreenCanvasRenderingContext2D
    | null;
  if (!context) throw new Undecodable();
  return context;
}

/** The first frame stays the first. */
export function reversed({ canvas, ...rest }: Frames): Frames {
  const { frames, width, height } = rest;
  const columns = canvas.width / width;
  const other = document.createElement('canvas');
  other.width = canvas.width;
  other.height = canvas.height;
  const context = contextOf(other);
  context.fillRect(0, 0, other.width, other.height);
  const placeOf = (frame: number) =>
    [(frame % columns) * width, Math.floor(frame / columns) * height] as const;
  for (let frame = 0; frame < frames; frame += 1) {
    const [toX, toY] = placeOf((frames - frame) % frames);
    context.drawImage(canvas, ...placeOf(frame), width, height, toX, toY, width, height);
  }
  return { canvas: other, ...rest };
}

/** As the shop gets them. @throws Undecodable as `contextOf` does. */
export async function jpegOf({ canvas }: Frames): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', QUALITY),
  );
  if (!blob) throw new Undecodable();
  return blob;
}
