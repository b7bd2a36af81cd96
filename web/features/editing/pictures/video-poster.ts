/** Posters of videos, made by this browser. */

const MAX_SIDE = 3840;
const PATIENCE_MS = 10_000;
/** Where in a video a still is looked for, as shares of its length; the first that shows something is taken. */
const SEARCH_FIELDS = [0.1, 0.3, 0.5, 0.7, 0.9, 0];
/** A still that shows something has parts lighter than this, of 255. */
const DARK = 40;
const PROBE = 32;

/**
 * A frame of a video as JPEG, none that is all black if there is another; null where this browser cannot show the video.
 * @param source a chosen file, or a URL of our own origin.
 */
export async function takePoster(source: File | string): Promise<Blob | null> {
  const url = typeof source === 'string' ? source : URL.createObjectURL(source);
  const video = document.createElement('video');
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    const loaded = happens(video, 'loadeddata');
    video.src = url;
    if (!(await loaded) || video.videoWidth === 0) return null;
    await seekToLight(video);
    const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
    const canvas = draw(video, Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale));
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  } finally {
    video.removeAttribute('src');
    video.load();
    if (typeof source !== 'string') URL.revokeObjectURL(url);
  }
}

/** Waits for an event of the video; false where it cannot be read or takes too long. */
function happens(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    const settle = (isFine: boolean) => () => {
      clearTimeout(timer);
      resolve(isFine);
    };
    video.addEventListener(event, settle(true), { once: true });
    video.addEventListener('error', settle(false), { once: true });
  });
}

/** Stops at the first place that is not dark, else at the lightest. */
async function seekToLight(video: HTMLVideoElement): Promise<void> {
  const length = Number.isFinite(video.duration) ? video.duration : 0;
  let lightest = { place: 0, light: -1 };
  for (const share of SEARCH_FIELDS) {
    const place = length * share;
    if (!(await seek(video, place))) continue;
    const light = lightOf(video);
    if (light > DARK) return;
    if (light > lightest.light) lightest = { place, light };
  }
  await seek(video, lightest.place);
}

function seek(video: HTMLVideoElement, place: number): Promise<boolean> {
  const seeked = happens(video, 'seeked');
  video.currentTime = place;
  return seeked;
}

/** How light the lightest twentieth of the picture is, from 0 to 255: a stone on black velvet is no black picture. */
function lightOf(video: HTMLVideoElement): number {
  const pixels = draw(video, PROBE, PROBE).getContext('2d')?.getImageData(0, 0, PROBE, PROBE).data ?? new Uint8ClampedArray();
  const lights = Array.from({ length: pixels.length / 4 }, (_, pixel) => Math.max(...pixels.subarray(pixel * 4, pixel * 4 + 3)));
  return lights.sort((a, b) => b - a)[Math.floor(lights.length / 20)] ?? 0;
}

function draw(video: HTMLVideoElement, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d', { willReadFrequently: width === PROBE })?.drawImage(video, 0, 0, width, height);
  return canvas;
}
