/** Photographs as an intake gets them: of labels with their codes, and of stones; drawn, with the times at which they were taken. */
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { encode } from 'uqr';
import { labelCodeOf } from '#features/paper/contract/label-code.ts';

type Shot = {
  /** `2026:11:20 10:15:30` by the camera's clock. */
  time?: string;
  millis?: number;
  /** From UTC, `+02:00`. */
  offset?: string;
  width?: number;
  height?: number;
};

type LabelShot = Shot & {
  /** Degrees. */
  turned?: number;
  /** Of its blur, in shares of the picture's width. */
  blur?: number;
  /** The share of the label, from below, on which a thumb lies. */
  covered?: number;
};

/** A label with a catalogue number, or several, on a table. */
export const shotLabel = (numbers: string | string[], shot: LabelShot = {}): Promise<Buffer> =>
  shotCodes([numbers].flat().map(labelCodeOf), shot);

/** The same with whatever codes say. */
export async function shotCodes(
  texts: string[],
  { turned = 0, blur = 0, covered = 0, width = 300, height = 225, ...shot }: LabelShot = {},
): Promise<Buffer> {
  const side = Math.round(Math.min(width / (texts.length * 1.5), height / 2));
  const labels = await Promise.all(
    texts.map(async (text) =>
      sharp(Buffer.from(codeSvg(text, side)))
        .rotate(turned, { background: '#6b5a48' })
        .toBuffer(),
    ),
  );
  const thumb = {
    create: {
      width: side,
      height: Math.max(1, Math.round(side * covered)),
      channels: 3,
      background: '#c58c6b',
    },
  } as const;
  const [left, top] = [Math.round(side * 0.2), Math.round(height * 0.12)];
  const composed = await ground(width, height, '#6b5a48')
    .composite([
      ...labels.map((input, index) => ({
        input,
        left: Math.round(side * (0.2 + index * 1.25)),
        top,
      })),
      ...(covered > 0 ? [{ input: thumb, left, top: top + Math.round(side * (1 - covered)) }] : []),
    ])
    .png()
    .toBuffer();
  return taken(blur > 0 ? sharp(composed).blur(blur * width) : sharp(composed), shot);
}

/** A stone that differs from all others, in daylight or glowing in the dark. */
export async function shotStone({
  width = 900,
  height = 675,
  glows = false,
  seed = Math.random(),
  hasGrain = false,
  ...shot
}: Shot & {
  glows?: boolean;
  seed?: number /** As a camera's sensor has it: no surface is of one colour. */;
  hasGrain?: boolean;
} = {}): Promise<Buffer> {
  const [hue, radius] = [Math.round(seed * 360), Math.round(height * (0.2 + 0.15 * seed))];
  const colour = glows ? `hsl(${hue} 100% 50%)` : `hsl(${hue} 30% 45%)`;
  const stone = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><ellipse cx="${width / 2}" cy="${height / 2}" rx="${radius * 1.3}" ry="${radius}" fill="${colour}"/></svg>`;
  const grain = {
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  } as const;
  const layers: OverlayOptions[] = [
    { input: Buffer.from(stone) },
    ...(hasGrain ? [{ input: grain, blend: 'soft-light' as const }] : []),
  ];
  return taken(ground(width, height, glows ? '#060308' : '#d8d2c8').composite(layers), shot);
}

const ground = (width: number, height: number, background: string): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

function taken(picture: Sharp, { time, millis, offset }: Shot): Promise<Buffer> {
  const exif = {
    ...(time !== undefined && { DateTimeOriginal: time }),
    ...(millis !== undefined && { SubSecTimeOriginal: String(millis).padStart(3, '0') }),
    ...(offset !== undefined && { OffsetTimeOriginal: offset }),
  };
  const said = Object.keys(exif).length === 0 ? picture : picture.withExif({ IFD2: exif });
  return said.jpeg({ quality: 85 }).toBuffer();
}

function codeSvg(text: string, side: number): string {
  const { data, size } = encode(text, { border: 3 });
  const dark = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" fill="#fff"/><path d="${dark}"/></svg>`;
}
