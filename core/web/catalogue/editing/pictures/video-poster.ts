const MAX_SIDE = 3840;
const TIMEOUT_MS = 10_000;
/** A hidden tab presents no frame, and an older browser does not say when it does. */
const FRAME_TIMEOUT_MS = 1_000;
/** Shares of the video's length to try; the first frame that is not dark is taken. */
const SAMPLE_POSITIONS = [0.1, 0.3, 0.5, 0.7, 0.9, 0];
/** The lightest parts of a dark frame are no lighter than this, of 255. */
const DARK = 40;
/** Pixels. */
const PROBE_SIZE = 32;

/**
 * Avoids dark frames. @returns null where this browser cannot show the video. @param source a
 * chosen file, or a URL of our own origin.
 */
export async function takePoster(source: File | string): Promise<Blob | null> {
  const url = typeof source === 'string' ? source : URL.createObjectURL(source);
  const video = document.createElement('video');
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    const isShown = await showFrame(video, 'loadeddata', () => {
      video.src = url;
    });
    if (!isShown || video.videoWidth === 0) return null;
    await seekToLight(video);
    const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
    const canvas = draw(
      video,
      Math.round(video.videoWidth * scale),
      Math.round(video.videoHeight * scale),
    );
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  } finally {
    video.removeAttribute('src');
    video.load();
    if (typeof source !== 'string') URL.revokeObjectURL(url);
  }
}

/**
 * Browsers tell of the event while a canvas may still get the frame before, or none. @returns false
 * where the video cannot be read or takes too long.
 */
async function showFrame(
  video: HTMLVideoElement,
  event: 'loadeddata' | 'seeked',
  change: () => void,
): Promise<boolean> {
  const hasFrame = waitForFrame(video);
  const isDone = waitFor(video, event);
  change();
  if (!(await isDone)) return false;
  await Promise.race([hasFrame, pause(FRAME_TIMEOUT_MS)]);
  return true;
}

/** Resolves to false where the video cannot be read or takes too long. */
function waitFor(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), TIMEOUT_MS);
    const settle = (isFine: boolean) => () => {
      clearTimeout(timer);
      resolve(isFine);
    };
    video.addEventListener(event, settle(true), { once: true });
    video.addEventListener('error', settle(false), { once: true });
  });
}

/** Call it before the frame changes. */
function waitForFrame(
  video: Partial<Pick<HTMLVideoElement, 'requestVideoFrameCallback'>>,
): Promise<void> {
  return new Promise((resolve) => video.requestVideoFrameCallback?.(() => resolve()));
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Falls back to the lightest. */
async function seekToLight(video: HTMLVideoElement): Promise<void> {
  const length = Number.isFinite(video.duration) ? video.duration : 0;
  let lightest = { time: 0, light: -1 };
  for (const share of SAMPLE_POSITIONS) {
    const time = length * share;
    if (!(await seek(video, time))) continue;
    const light = lightOf(video);
    if (light > DARK) return;
    if (light > lightest.light) lightest = { time, light };
  }
  await seek(video, lightest.time);
}

const seek = (video: HTMLVideoElement, time: number): Promise<boolean> =>
  showFrame(video, 'seeked', () => {
    video.currentTime = time;
  });

/** From 0 to 255; ignores the darkest 95%: a stone on black velvet is not a dark frame. */
function lightOf(video: HTMLVideoElement): number {
  const pixels =
    draw(video, PROBE_SIZE, PROBE_SIZE).getContext('2d')?.getImageData(0, 0, PROBE_SIZE, PROBE_SIZE)
      .data ?? new Uint8ClampedArray();
  const lights = Array.from({ length: pixels.length / 4 }, (_, pixel) =>
    Math.max(...pixels.subarray(pixel * 4, pixel * 4 + 3)),
  );
  return lights.sort((a, b) => b - a)[Math.floor(lights.length / 20)] ?? 0;
}

function draw(video: HTMLVideoElement, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas
    .getContext('2d', { willReadFrequently: width === PROBE_SIZE })
    ?.drawImage(video, 0, 0, width, height);
  return canvas;
}
