import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { isThorough, times } from '#tests/support/thorough.ts';
import { box, fileTypeBox, fullBox, words } from '#tests/support/uploads.ts';
import { makeVideo, phoneMarks, type VideoShape } from '#tests/support/videos.ts';
import { convertVideo, copyPictures, extractPoster, findFfmpeg } from './ffmpeg.ts';
import { prepareForBrowsers, readVideo, UnknownCodec, UnreadableVideo } from './videos.ts';

const ffmpeg = findFfmpeg(process.env.PATH);
const fixtures = path.join(
  process.env.ODD_FILES ?? path.join(import.meta.dirname, '../../..', 'shared', 'fixtures'),
  'public',
);
const { signal } = new AbortController();

let folder: string;
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(path.join(inject('runFolder'), 'videos-'));
});
const newPath = (ending: string) => path.join(folder, `${++count}.${ending}`);

function fileOf(bytes: Uint8Array): string {
  const localPath = newPath('upload');
  writeFileSync(localPath, bytes);
  return localPath;
}

async function prepared(from: string, program: string | null = null, timeoutMs?: number) {
  const outPath = newPath('mp4');
  const facts = await prepareForBrowsers(from, outPath, program, { signal, timeoutMs });
  return { facts, bytes: readFileSync(outPath), outPath };
}
const prepare = (shape: VideoShape) => prepared(fileOf(makeVideo(shape)));

/** The names of the boxes at the top of a video, in order. */
function boxesOf(video: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= video.length; at += video.readUInt32BE(at))
    names.push(video.toString('latin1', at + 4, at + 8));
  return names;
}

describe('a rewritten video', () => {
  const shape: VideoShape = {
    phone: true,
    sound: true,
    turned: true,
    seed: 'one',
    pictures: ['black', 'black', 'plum', 'black'],
  };

  test('has only the pictures and the sound of what a phone recorded', async () => {
    const original = makeVideo(shape).toString('latin1');
    const { bytes } = await prepare(shape);
    for (const mark of phoneMarks) {
      expect(original, mark).toContain(mark);
      expect(bytes.toString('latin1'), mark).not.toContain(mark);
    }
    expect(bytes.toString('latin1')).not.toMatch(/udta|meta|Core Media/);
  });

  test('can be played before it has loaded completely', async () => {
    expect(boxesOf((await prepare(shape)).bytes)).toEqual(['ftyp', 'moov', 'mdat']);
  });

  test('has the same samples, byte for byte', async () => {
    const { bytes } = await prepare({ ...shape, phone: false });
    const samples = (video: Buffer) => {
      const start = video.lastIndexOf('mdat') + 4;
      const end = video.indexOf('moov', start) - 4;
      return video.subarray(start, end > start ? end : undefined);
    };
    const [before, after] = [samples(makeVideo({ ...shape, phone: false })), samples(bytes)];
    expect(after).toHaveLength(before.length);
    expect(after.toSorted()).toEqual(before.toSorted());
  });

  test('has the size, duration and codecs of the original', async () => {
    const { facts, outPath } = await prepare(shape);
    expect(facts).toEqual({
      width: 48,
      height: 64,
      duration: 0.4,
      video: 'avc1.42c00a',
      audio: 'mp4a.40.2',
      isHdr: false,
      ending: 'mov',
    });
    expect(await readVideo(outPath, { signal })).toEqual({ ...facts, ending: 'mp4' });
  });

  test('is written though its key frames are shown before pictures that precede them in the file', async () => {
    const pictures = Array<'plum'>(8).fill('plum');
    const { facts, outPath } = await prepare({ pictures, order: [0, 4, 2, 1, 3, 7, 6, 5] });
    expect(facts.duration).toBeCloseTo(0.8);
    expect(await readVideo(outPath, { signal })).toEqual({ ...facts, ending: 'mp4' });
  });

  test('has the same bytes each time', async () => {
    const localPath = fileOf(makeVideo(shape));
    const [first, second] = [await prepared(localPath), await prepared(localPath)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
    // Creation and modification time, four bytes each.
    for (const name of ['mvhd', 'tkhd', 'mdhd']) {
      const at = first.bytes.indexOf(name) + 8;
      expect(first.bytes.subarray(at, at + 8), name).toEqual(Buffer.alloc(8));
    }
  });

  test('in HEVC is tagged hvc1, which Apple’s players require', async () => {
    const { facts, bytes } = await prepare({ codec: 'hevc', index: 'first' });
    expect(facts).toMatchObject({ video: 'hvc1.1.6.L30.90', audio: null });
    expect(bytes.includes('hvc1')).toBe(true);
  });

  test('with an unknown codec is refused', async () => {
    await expect(prepare({ codec: 'odd' })).rejects.toThrow(UnknownCodec);
  });
});

describe('a video is refused as unreadable:', () => {
  const whole = makeVideo({ seed: 'whole', sound: true });
  const first = makeVideo({ seed: 'first', index: 'first' });
  const claiming = (table: Buffer) => {
    const video = Buffer.from(whole);
    table.copy(video, whole.indexOf(table.subarray(4, 8)) - 4);
    return video;
  };
  test.each<[string, Buffer]>([
    ['an empty file', Buffer.alloc(0)],
    ['a file type box alone', fileTypeBox()],
    [
      'garbage after a file type box',
      Buffer.concat([
        fileTypeBox(),
        Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 251)),
      ]),
    ],
    ['a video without an index', Buffer.concat([fileTypeBox(), box('mdat', Buffer.alloc(1000))])],
    [
      'an index without tracks',
      Buffer.concat([fileTypeBox(), box('moov', fullBox('mvhd', 0, Buffer.alloc(96)))]),
    ],
    ['a sound track alone', makeVideo({ pictures: 'none', sound: true })],
    ['a video of no size', makeVideo({ width: 0, height: 0 })],
    ['a video too large for any screen', makeVideo({ width: 17_000 })],
    ['a video truncated in its index', whole.subarray(0, -20)],
    ['a video truncated in its pictures', first.subarray(0, -1)],
    ['a video without its pictures', first.subarray(0, first.indexOf('mdat') + 4)],
    ['many boxes of size 0', Buffer.concat([fileTypeBox(), Buffer.alloc(4000)])],
    [
      'a box that extends beyond the file',
      Buffer.concat([fileTypeBox(), Buffer.from('7fffffff6d6f6f76', 'hex'), whole]),
    ],
    [
      'a box of 2⁶² bytes',
      Buffer.concat([fileTypeBox(), Buffer.from('000000016d6461744000000000000000', 'hex'), whole]),
    ],
    [
      'thousands of nested boxes',
      Array.from({ length: 3_000 }).reduce<Buffer>((inner) => box('moov', inner), Buffer.alloc(0)),
    ],
    ['pictures that claim 4 GB each', claiming(fullBox('stsz', 0, words(0xffffffff, 2)))],
  ])('%s', async (_, bytes) => {
    await expect(prepared(fileOf(bytes))).rejects.toThrow(UnreadableVideo);
  });

  test.each([
    ['pictures', fullBox('stsz', 0, words(1, 0xffffffff))],
    ['time stamps', fullBox('stts', 0, words(1, 0xffffffff, 1))],
    ['pictures in a chunk', fullBox('stsc', 0, words(1, 1, 0xfffffffe, 1))],
  ])('a video that claims four thousand million %s, whose reader is killed', async (_, table) => {
    await prepared(fileOf(claiming(table)), null, 2_000).catch((error: unknown) =>
      expect(error).toBeInstanceOf(UnreadableVideo),
    );
    // The next video gets a new reader.
    expect((await prepare({})).facts.width).toBe(64);
  });

  test('or it is read, if some of its bytes are changed', async () => {
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (edits) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of edits) bytes[at] = value;
        await prepared(fileOf(bytes), null, 1_000).catch((error: unknown) =>
          expect(error).toBeInstanceOf(UnreadableVideo),
        );
      }),
      { numRuns: times(6, 60) },
    );
  });

  test('but an error from the disk is not blamed on the video', async () => {
    await expect(prepared(path.join(folder, 'missing'))).rejects.not.toThrow(UnreadableVideo);
    await expect(
      prepareForBrowsers(fileOf(makeVideo()), path.join(folder, 'no', 'folder.mp4'), null, {
        signal,
      }),
    ).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});

test('aborting stops the rewriting of a video', async () => {
  const leaving = new AbortController();
  const reason = new Error('gone');
  const waiting = prepareForBrowsers(fileOf(makeVideo()), newPath('mp4'), null, leaving);
  leaving.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});

describe.runIf(isThorough && existsSync(fixtures))(
  'a video from elsewhere is rewritten or refused (skipped without the folder of odd files)',
  () => {
    const videos = globSync('**/*.{mp4,mov,m4v,3gp}', { cwd: fixtures }).sort();
    test.each(videos)('%s', async (name) => {
      const result = await prepared(path.join(fixtures, name)).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toBeInstanceOf(UnreadableVideo);
      else expect(boxesOf((result as { bytes: Buffer }).bytes)).toEqual(['ftyp', 'moov', 'mdat']);
    });
  },
);

test('ffmpeg is found in the folders of PATH', () => {
  const name = path.join(folder, 'ffmpeg');
  writeFileSync(name, '#!/bin/sh\n', { mode: 0o755 });
  expect(findFfmpeg(`/nowhere:${folder}:`)).toBe(name);
  expect(findFfmpeg('/nowhere')).toBeNull();
  expect(findFfmpeg('')).toBeNull();
  expect(findFfmpeg(undefined)).toBeNull();
});

test.skipIf(process.platform !== 'linux')(
  'ffmpeg is killed when it takes too much memory',
  async () => {
    const program = path.join(folder, 'greedy');
    writeFileSync(program, '#!/bin/sh\nexec /bin/sleep 60\n', { mode: 0o755 });
    const greedy = copyPictures(program, 'in.mov', 'out.mp4', {
      timeoutMs: 50_000,
      signal,
      maxMemory: 1_000,
    });
    await expect(greedy).rejects.toThrow(
      'ffmpeg ended with SIGKILL: more than 1000 bytes of memory',
    );
  },
);

describe.skipIf(ffmpeg === null)('with ffmpeg (skipped if it is not installed)', () => {
  const program = ffmpeg ?? '';
  const limits = { timeoutMs: 60_000, signal };
  const generate = (ending: string, ...args: string[]) => {
    const file = newPath(ending);
    execFileSync(program, [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=320x240:r=10:d=1',
      ...args,
      file,
    ]);
    return file;
  };

  test('HEVC is converted to upright H.264 without metadata', async () => {
    const [from, to] = [
      fileOf(
        makeVideo({ codec: 'hevc', phone: true, sound: true, width: 64, height: 64, turned: true }),
      ),
      newPath('mp4'),
    ];
    await convertVideo(program, from, to, { ...limits, isHdr: false, keepsPictures: false });
    expect(await readVideo(to, { signal })).toMatchObject({
      video: expect.stringMatching(/^avc1\.64/),
      audio: 'mp4a.40.2',
    });
    const bytes = readFileSync(to);
    for (const mark of phoneMarks) expect(bytes.toString('latin1'), mark).not.toContain(mark);
    expect(boxesOf(bytes).indexOf('moov')).toBeLessThan(boxesOf(bytes).indexOf('mdat'));
  });

  test('HDR is tone-mapped, and a large video is scaled down', async () => {
    const hlg = [
      '-color_primaries',
      'bt2020',
      '-color_trc',
      'arib-std-b67',
      '-colorspace',
      'bt2020nc',
    ];
    const [from, to] = [
      generate(
        'mov',
        '-vf',
        'scale=2560:1440,format=yuv420p10le',
        '-c:v',
        'libx265',
        '-x265-params',
        'log-level=error',
        '-frames:v',
        '2',
        ...hlg,
      ),
      newPath('mp4'),
    ];
    const facts = await readVideo(from, { signal });
    expect(facts.isHdr).toBe(true);
    await convertVideo(program, from, to, { ...limits, isHdr: true, keepsPictures: false });
    expect(await readVideo(to, { signal })).toMatchObject({
      width: 1920,
      height: 1080,
      isHdr: false,
    });
  });

  test('only the sound is converted if the pictures play everywhere', async () => {
    const from = generate(
      'mov',
      '-f',
      'lavfi',
      '-i',
      'sine=d=1',
      '-pix_fmt',
      'yuv420p',
      '-c:v',
      'libx264',
      '-c:a',
      'pcm_s16le',
    );
    const to = newPath('mp4');
    const facts = await readVideo(from, { signal });
    expect(facts.audio).toBe('pcm-s16');
    await convertVideo(program, from, to, { ...limits, isHdr: false, keepsPictures: true });
    expect(await readVideo(to, { signal })).toMatchObject({
      video: facts.video,
      audio: 'mp4a.40.2',
    });
  });

  test('a codec that we cannot write is copied', async () => {
    const { facts, bytes } = await prepared(
      generate('mov', '-c:v', 'mpeg4', '-metadata', 'location=+46.8000+008.2000/'),
      program,
    );
    expect(facts).toMatchObject({ video: 'mp4v', width: 320, height: 240 });
    expect(bytes.toString('latin1')).not.toContain('+46.8');
  });

  test('the poster is not one of the black frames', async () => {
    const pictures = [...Array(12).fill('black'), ...Array(12).fill('plum')];
    const [from, to] = [fileOf(makeVideo({ pictures })), newPath('jpg')];
    await extractPoster(program, from, to, { ...limits, isHdr: false, duration: 2.4 });
    const [red = 0, , blue = 0] = execFileSync(program, [
      '-v',
      'error',
      '-i',
      to,
      '-vf',
      'scale=1:1',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-',
    ]);
    expect(Math.min(red, blue)).toBeGreaterThan(40);
  });

  test('the poster of a single picture is that picture', async () => {
    const [from, to] = [generate('mp4', '-frames:v', '1', '-pix_fmt', 'yuv420p'), newPath('jpg')];
    await extractPoster(program, from, to, { ...limits, isHdr: false, duration: 0.1 });
    expect(readFileSync(to).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  test('a playlist makes it read no other file', async () => {
    const list = fileOf(Buffer.from(`#EXTM3U\n#EXTINF:1,\n${fileOf(makeVideo())}\n`));
    await expect(copyPictures(program, list, newPath('mp4'), limits)).rejects.toThrow(
      'ffmpeg ended',
    );
  });

  test('it is killed after its time limit', async () => {
    const from = generate('mov', '-c:v', 'mpeg4');
    await expect(
      convertVideo(program, from, newPath('mp4'), {
        ...limits,
        timeoutMs: 1,
        isHdr: false,
        keepsPictures: false,
      }),
    ).rejects.toThrow();
  });
});
