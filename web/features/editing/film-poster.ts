const LONGEST_SIDE = 3840;
const PATIENCE_MS = 10_000;

/** Waits for an event of the film; false where it cannot be read or takes too long. */
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

/** A still from near the beginning of a film, as JPEG; null where this browser cannot show the film. */
export async function takePoster(film: File): Promise<Blob | null> {
  const address = URL.createObjectURL(film);
  const video = document.createElement('video');
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = 'auto';
    const loaded = happens(video, 'loadeddata');
    video.src = address;
    if (!(await loaded) || video.videoWidth === 0) return null;
    const seeked = happens(video, 'seeked');
    video.currentTime = Math.min(1, (Number.isFinite(video.duration) ? video.duration : 0) / 2);
    if (!(await seeked)) return null;
    const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}
