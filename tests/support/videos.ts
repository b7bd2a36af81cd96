/** Makes small playable videos box by box (ISO base media), with all the metadata that a phone would write. */
import { randomUUID } from 'node:crypto';
import { box, fileTypeBox, fullBox, words } from './uploads.ts';

type Codec = 'h264' | 'hevc' | 'odd';

export type VideoShape = {
  /** Makes otherwise equal videos differ. */
  seed?: string;
  codec?: Codec;
  /** As declared in the file; the coded pictures have 64 × 48 pixels. */
  width?: number;
  height?: number;
  /** Displayed rotated by 90 degrees. */
  turned?: boolean;
  pictures?: ('black' | 'plum')[] | 'none';
  sound?: boolean;
  /** When each picture is shown, counted in pictures, if not in the order of the file. */
  order?: number[];
  /** Adds what a phone writes: location, time and device, in tags and in separate tracks. */
  phone?: boolean;
  index?: 'first' | 'last';
};

/** Strings in a video with `phone` that must not reach visitors. */
export const phoneMarks = [
  '+46.8000+008.2000',
  'iPhone 15',
  'Apple',
  'com.apple.quicktime',
  'mebx',
  'tmcd',
  '2026-11-21',
];

const hex = (digits: string) => Buffer.from(digits, 'hex');
const latin = (text: string) => Buffer.from(text, 'latin1');
const short = (...numbers: number[]) =>
  Buffer.concat(numbers.map((number) => Buffer.from([number >> 8, number & 255])));
/** 1 as a 16.16 fixed-point number. */
const one = 0x10000;
/** 21 November 2026 in seconds since 1904. */
const RECORDED_AT = 3_878_150_400;

/** Single colours of 64 × 48 pixels, encoded as key frames with x264 and x265. */
const codecs: Record<Codec, { name: string; config: Buffer; black: Buffer; plum: Buffer }> = {
  h264: {
    name: 'avc1',
    config: box(
      'avcC',
      hex('0142c00affe100166742c00adc47b011000003000100000300140f12278001000568ce044b20'),
    ),
    black: hex('0000001465888404bc98a0002af32727275d75d75d75d780'),
    plum: hex('0000001d65888406bc4628000b2fc7000109a8e00024992727275d75d75d75d780'),
  },
  hevc: {
    name: 'hvc1',
    config: box(
      'hvcC',
      hex(
        '0101600000009000000000001ef000fcfdf8f800000f03a00001001840010c01ffff01600000030090000003000003001e959809',
      ),
      hex(
        'a10001002842010101600000030090000003000003001ea020810596566924caf0168080000003008000000504a2000100074401c172b42240',
      ),
    ),
    black: hex('000000132801af1180f59279fff315874460579538d13c'),
    plum: hex('000000132801af1180f59279fff315874460579538d13c'),
  },
  odd: {
    name: 'odd!',
    config: Buffer.alloc(0),
    black: Buffer.alloc(20, 1),
    plum: Buffer.alloc(20, 2),
  },
};

/** 1,024 silent samples of AAC, one channel of 44,100 Hz. */
const SILENCE = hex('211004608c1c');

type Track = {
  handler: string;
  header: Buffer;
  entry: Buffer;
  samples: Buffer[];
  scale: number;
  delta: number;
  width: number;
  height: number;
  turned: boolean;
  order?: number[];
};

/** The video's bytes. */
export function makeVideo(shape: VideoShape = {}): Buffer {
  const { seed = randomUUID(), phone = false, index = 'last' } = shape;
  const tracks = tracksOf(shape);
  const head = Buffer.concat([
    phone ? fileTypeBox('qt  ', ['qt  ']) : fileTypeBox(),
    box('free', latin(seed)),
  ]);
  const data = tracks.map(({ samples }) => Buffer.concat(samples));
  // The length of the index does not depend on the offsets in it.
  const indexBytes =
    index === 'first'
      ? indexOf(
          tracks,
          data.map(() => 0),
          phone,
        ).length
      : 0;
  let offset = head.length + indexBytes + 8;
  const offsets = data.map(({ length }) => {
    offset += length;
    return offset - length;
  });
  const [moov, mdat] = [indexOf(tracks, offsets, phone), box('mdat', ...data)];
  return Buffer.concat(index === 'first' ? [head, moov, mdat] : [head, mdat, moov]);
}

function tracksOf({
  codec = 'h264',
  pictures = ['plum', 'plum'],
  turned = false,
  sound = false,
  phone = false,
  order,
  ...shape
}: VideoShape): Track[] {
  const { width = 64, height = 48 } = shape;
  const noPicture = { width: 0, height: 0, turned: false };
  const [data, reserved] = [box('gmhd', box('gmin', Buffer.alloc(16))), Buffer.alloc(6)];
  const tracks: Track[] = [];
  if (pictures !== 'none') {
    const { name, config, ...colours } = codecs[codec];
    const description = Buffer.concat([
      reserved,
      short(1),
      Buffer.alloc(16),
      short(width, height, 72, 0, 72, 0, 0, 0, 1),
      Buffer.alloc(32),
      short(24, 0xffff),
    ]);
    tracks.push({
      handler: 'vide',
      header: fullBox('vmhd', 1, Buffer.alloc(8)),
      entry: box(name, description, config),
      scale: 10,
      delta: 1,
      samples: pictures.map((colour) => colours[colour]),
      width,
      height,
      turned,
      ...(order && { order }),
    });
  }
  if (sound) {
    const esds = fullBox('esds', 0, hex('031900010004114015000000000000000000000005021208060102'));
    const entry = box(
      'mp4a',
      reserved,
      short(1),
      Buffer.alloc(8),
      short(1, 16, 0, 0, 44_100, 0),
      esds,
    );
    tracks.push({
      handler: 'soun',
      header: fullBox('smhd', 0, Buffer.alloc(4)),
      entry,
      samples: Array(9).fill(SILENCE),
      scale: 44_100,
      delta: 1024,
      ...noPicture,
    });
  }
  if (phone) {
    const keys = box(
      'keys',
      box('\0\0\0\x01', box('keyd', latin('mdtacom.apple.quicktime.location.ISO6709'))),
    );
    const locations = [Buffer.concat([words(25, 1), latin('+46.8000+008.2000')])];
    tracks.push({
      handler: 'meta',
      header: data,
      entry: box('mebx', reserved, short(1), keys),
      samples: locations,
      scale: 10,
      delta: 1,
      ...noPicture,
    });
    const entry = box('tmcd', reserved, short(1), words(0, 0, 600, 20), Buffer.from([30, 0]));
    tracks.push({
      handler: 'tmcd',
      header: data,
      entry,
      samples: [words(1)],
      scale: 600,
      delta: 600,
      ...noPicture,
    });
  }
  return tracks;
}

function indexOf(tracks: Track[], offsets: number[], phone: boolean): Buffer {
  const when = phone ? RECORDED_AT : 0;
  const matrix = [one, 0, 0, 0, one, 0, 0, 0, 0x40000000];
  const header = fullBox(
    'mvhd',
    0,
    words(when, when, 1000, 200, one, 0x01000000, 0, 0, ...matrix, 0, 0, 0, 0, 0, 0, 9),
  );
  return box(
    'moov',
    header,
    ...tracks.map((track, number) => trackBox(track, number, offsets[number] ?? 0, when)),
    ...(phone ? phoneTags() : []),
  );
}

function trackBox(
  { handler, header, entry, samples, scale, delta, width, height, turned, order }: Track,
  number: number,
  offset: number,
  when: number,
): Buffer {
  const matrix = turned
    ? [0, one, 0, -one, 0, 0, height * one, 0, 0x40000000]
    : [one, 0, 0, 0, one, 0, 0, 0, 0x40000000];
  const trackHeader = fullBox(
    'tkhd',
    7,
    words(when, when, number + 1, 0, 200, 0, 0, 0, 0, ...matrix, width * one, height * one),
  );
  const table = box(
    'stbl',
    fullBox('stsd', 0, words(1), entry),
    fullBox('stts', 0, words(1, samples.length, delta)),
    ...(order ? [compositionBox(order, delta)] : []),
    fullBox('stsc', 0, words(1, 1, samples.length, 1)),
    fullBox('stsz', 0, words(0, samples.length, ...samples.map(({ length }) => length))),
    fullBox('stco', 0, words(1, offset)),
  );
  return box(
    'trak',
    trackHeader,
    box(
      'mdia',
      fullBox('mdhd', 0, words(when, when, scale, delta * samples.length, 0x55c40000)),
      fullBox('hdlr', 0, words(0), latin(handler), words(0, 0, 0), latin('Core Media\0')),
      box('minf', header, box('dinf', fullBox('dref', 0, words(1), fullBox('url ', 1))), table),
    ),
  );
}

/** Composition offsets: how much later each picture is shown than it is decoded. Negative ones need version 1. */
const compositionBox = (order: number[], delta: number) =>
  box(
    'ctts',
    words(
      0x01000000,
      order.length,
      ...order.flatMap((shown, decoded) => [1, (shown - decoded) * delta]),
    ),
  );

/** Metadata as an iPhone writes it, in the old form and the new. */
function phoneTags(): Buffer[] {
  const old = (name: string, text: string) =>
    box(`\xa9${name}`, short(text.length, 0x15c7), latin(text));
  const tags = {
    'com.apple.quicktime.location.ISO6709': '+46.8000+008.2000+500.000/',
    'com.apple.quicktime.make': 'Apple',
    'com.apple.quicktime.model': 'iPhone 15',
    'com.apple.quicktime.creationdate': '2026-11-21T09:00:00+0100',
  };
  const names = Object.keys(tags).map((name) => box('mdta', latin(name)));
  const values = Object.values(tags).map((text, index) =>
    Buffer.concat([box('----', box('data', words(1, 0), latin(text)))])
      .fill(0, 4, 7)
      .fill(index + 1, 7, 8),
  );
  const handler = fullBox('hdlr', 0, words(0), latin('mdta'), words(0, 0, 0), Buffer.alloc(1));
  return [
    box(
      'udta',
      old('xyz', '+46.8000+008.2000+500.000/'),
      old('mak', 'Apple'),
      old('mod', 'iPhone 15'),
    ),
    box('meta', handler, fullBox('keys', 0, words(names.length), ...names), box('ilst', ...values)),
  ];
}
