/** Loaded only when a turn is made, as the reader is large. */
import {
  BlobSource,
  CanvasSink,
  Input,
  type InputVideoTrack,
  Logging,
  LogLevel,
  MP4,
  QTFF,
} from 'mediabunny';
import type { Moment, Span } from './find-turn.ts';
import { frameSizeOf, gridFor, momentsOf, type Size, timesOf } from './frame-plan.ts';
import { type Canvas, contextOf, type Frames, Undecodable } from './frames.ts';

// The page tells the admin what is wrong; the console need not.
Logging.level = LogLevel.Silent;

/** Pixels of the small copies by which moments are compared. */
const COPY = { width: 32, height: 24 };

type Watch = { signal: AbortSignal; onProgress: (share: number) => void };

export type OpenVideo = {
  /** Seconds. */
  start: number;
  end: number;
  /** Looks at equal intervals. @throws Undecodable; the signal's reason. */
  look: (watch: Watch) => Promise<Moment[]>;
  /** Frames lie beside each other. @throws Undecodable; the signal's reason. */
  take: (span: Pick<Span, 'start' | 'end'>, watch: Watch) => Promise<Frames>;
  close: () => void;
};

const undecodable = (cause: unknown) =>
  cause instanceof Undecodable ? cause : new Undecodable('The video can’t be read', { cause });

/** @throws Undecodable where this browser cannot read the video. */
export async function openVideo(video: Blob): Promise<OpenVideo> {
  const input = new Input({ formats: [MP4, QTFF], source: new BlobSource(video) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || !(await track.canDecode())) throw new Undecodable();
    const [start, end] = [await track.getFirstTimestamp(), await track.computeDuration()];
    return {
      start,
      end,
      look: (watch) => look(track, { start, end }, watch),
      take: (span, watch) => take(track, span, watch),
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw undecodable(error);
  }
}

async function look(
  track: InputVideoTrack,
  span: { start: number; end: number },
  watch: Watch,
): Promise<Moment[]> {
  const times = momentsOf(span);
  const moments: Moment[] = [];
  // The reader's own canvases would be slow to read back.
  const copy = Object.assign(document.createElement('canvas'), COPY).getContext('2d', {
    willReadFrequently: true,
  });
  if (!copy) throw new Undecodable();
  await eachCanvas(track, { ...COPY, fit: 'fill' }, times, watch, (canvas, index) => {
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, COPY.width, COPY.height);
    const lightness = Float32Array.from({ length: data.length / 4 }, (_, pixel) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 4, pixel * 4 + 3);
      return 0.3 * red + 0.6 * green + 0.1 * blue;
    });
    moments.push({ time: times[index] ?? 0, lightness, width: COPY.width });
  });
  return moments;
}

async function take(
  track: InputVideoTrack,
  span: Pick<Span, 'start' | 'end'>,
  watch: Watch,
): Promise<Frames> {
  const video = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
  const { frames, columns, rows } = gridFor(span);
  const size = frameSizeOf(video, { columns, rows });
  const canvas = document.createElement('canvas');
  canvas.width = columns * size.width;
  canvas.height = rows * size.height;
  const context = contextOf(canvas);
  context.fillRect(0, 0, canvas.width, canvas.height);
  await eachCanvas(
    track,
    { ...size, fit: 'cover' },
    timesOf(span, frames),
    watch,
    (frame, index) => {
      context.drawImage(
        frame,
        (index % columns) * size.width,
        Math.floor(index / columns) * size.height,
      );
    },
  );
  return { canvas, frames, ...size };
}

type Options = Size & { fit: 'fill' | 'cover' };

async function eachCanvas(
  track: InputVideoTrack,
  options: Options,
  times: readonly number[],
  { signal, onProgress }: Watch,
  use: (canvas: Canvas, index: number) => void,
): Promise<void> {
  const sink = new CanvasSink(track, { ...options, poolSize: 2 });
  let index = 0;
  try {
    for await (const wrapped of sink.canvasesAtTimestamps(times)) {
      signal.throwIfAborted();
      if (!wrapped) throw new Undecodable();
      use(wrapped.canvas, index);
      index += 1;
      onProgress(index / times.length);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw undecodable(error);
  }
  // The decoder may end without a word.
  if (index < times.length) throw new Undecodable();
}
