/**
 * Only ffmpeg, if installed, can do this. Each call is a low-priority process with limits on time
 * and memory that reads one file and nothing else.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';

const NICENESS = 15;
const MAX_SIDE = 1920;
/** Seconds into a video from which the poster is chosen. */
const POSTER_FROM_S = 1;
const MAX_STDERR_BYTES = 2_000;
const MAX_MEMORY = 600_000_000;
const WATCH_MS = 100;

type Limits = {
  timeoutMs: number;
  signal: AbortSignal;
  /** Bytes of memory beyond which the process is killed. Linux only. */
  maxMemory?: number;
};

/** Drops where, when and with what the video was taken, and ffmpeg's own marks. */
const withoutMetadata = [
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
];
const tracks = ['-map', '0:v:0', '-map', '0:a:0?', '-dn', '-sn'];
const forBrowsers = [...withoutMetadata, '-movflags', '+faststart', '-f', 'mp4'];

/** Searches the folders of PATH; null if there is none. */
export function findFfmpeg(searchPath = ''): string | null {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const candidates = searchPath
    .split(path.delimiter)
    .flatMap((folder) => (folder === '' ? [] : [path.resolve(folder, name)]));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Drops sound.
 * @throws Error if the file cannot be read, or mp4 cannot hold its codec.
 */
export const copyPictures = (
  ffmpeg: string,
  from: string,
  to: string,
  limits: Limits,
): Promise<void> =>
  run(ffmpeg, [...input(from), '-map', '0:v:0', '-c', 'copy', ...forBrowsers, to], limits);

/**
 * Every browser plays the result: H.264 and AAC, at most 1920 pixels on the longer side, upright.
 * @param options `isHdr`: tone-map the colors to what a usual screen shows. `keepsPictures`:
 * convert only the sound.
 * @throws Error if it cannot be read or takes too long.
 */
export function convertVideo(
  ffmpeg: string,
  from: string,
  to: string,
  { isHdr, keepsPictures, ...limits }: Limits & { isHdr: boolean; keepsPictures: boolean },
): Promise<void> {
  const h264 = [
    '-c:v',
    'libx264',
    '-preset',
    'faster',
    '-crf',
    '20',
    '-profile:v',
    'high',
    '-fpsmax',
    '60',
    '-threads',
    '1',
  ];
  const pictures = keepsPictures
    ? ['-c:v', 'copy']
    : [...h264, '-vf', [fit, ...toScreen(isHdr)].join(',')];
  return run(
    ffmpeg,
    [
      ...input(from),
      ...tracks,
      ...pictures,
      '-c:a',
      'aac',
      '-b:a',
      '128k',
      '-ac',
      '2',
      ...forBrowsers,
      to,
    ],
    limits,
  );
}

/**
 * Writes a JPEG, avoiding black frames.
 * @throws Error if the video cannot be read, has no picture, or takes too long.
 */
export async function extractPoster(
  ffmpeg: string,
  from: string,
  to: string,
  { isHdr, duration, ...limits }: Limits & { isHdr: boolean; duration: number },
): Promise<void> {
  const picture = [
    '-vf',
    // Scaled before the choice: 25 frames of a large video would fill the memory.
    [fit, 'thumbnail=25', ...toScreen(isHdr)].join(','),
    '-frames:v',
    '1',
    '-q:v',
    '2',
    '-pix_fmt',
    'yuvj420p',
    '-f',
    'image2',
    '-update',
    '1',
  ];
  // Beyond a single picture ffmpeg finds none, writes nothing, and says that all is well.
  for (const seconds of [Math.min(POSTER_FROM_S, duration / 2), 0]) {
    const start = ['-ss', String(seconds)];
    await run(ffmpeg, [...start, ...input(from), '-map', '0:v:0', ...picture, to], limits);
    if (existsSync(to)) return;
  }
  throw new Error('ffmpeg found no picture');
}

/** Reads only this file and only as a video, whatever other files it refers to. */
const input = (file: string) => [
  '-filter_threads',
  '1',
  '-threads',
  '1',
  '-protocol_whitelist',
  'file',
  '-f',
  'mov',
  '-i',
  `file:${file}`,
];

const fit = `scale='min(${MAX_SIDE},iw)':'min(${MAX_SIDE},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;
const fromHdr =
  'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:desat=0,zscale=t=bt709:m=bt709:r=tv';
const toScreen = (isHdr: boolean) => [...(isHdr ? [fromHdr] : []), 'setsar=1', 'format=yuv420p'];

function run(
  ffmpeg: string,
  args: string[],
  { timeoutMs, signal, maxMemory = MAX_MEMORY }: Limits,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const process = spawn(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {},
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      signal,
    });
    try {
      if (process.pid !== undefined) setPriority(process.pid, NICENESS);
    } catch {
      // It has ended already; its close event is handled below.
    }
    let errorText = '';
    const endIfTooLarge = async () => {
      if ((await memoryOf(process.pid)) <= maxMemory) return;
      errorText = `more than ${maxMemory} bytes of memory`;
      process.kill('SIGKILL');
    };
    const watch = setInterval(() => void endIfTooLarge(), WATCH_MS);
    process.stderr.on('data', (text) => {
      errorText = (errorText + text).slice(-MAX_STDERR_BYTES);
    });
    process.on('error', reject);
    process.on('close', (code, killedBy) => {
      clearInterval(watch);
      if (code === 0) resolve();
      else reject(new Error(`ffmpeg ended with ${killedBy ?? code}: ${errorText.trim()}`));
    });
  });
}

/** Bytes of resident memory; 0 if the system does not say. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
