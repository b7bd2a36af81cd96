/** Pictures as a camera takes them that was moved meanwhile. */
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';

export type Move = { x: number; y: number; angle: number; scale: number };
export type RawPicture = { data: Buffer; width: number; height: number };

const IMAGES = path.join(import.meta.dirname, '../../demo/images');

/** A picture of the demo, `longest` pixels wide. */
export const demoPicture = (name: string, width = 1000): Sharp =>
  sharp(path.join(IMAGES, `${name}.jpg`)).resize(width);

export async function raw(picture: Sharp): Promise<RawPicture> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The picture from where this move lays it over itself as it was. Its border is drawn on where it ends. */
export async function movedAway(picture: Sharp, { x, y, angle, scale }: Move): Promise<Sharp> {
  const { data, width, height } = await raw(picture);
  const moved = Buffer.alloc(data.length);
  const [cos, sin] = [
    Math.cos((angle * Math.PI) / 180) * scale,
    Math.sin((angle * Math.PI) / 180) * scale,
  ];
  const within = (value: number, length: number) => Math.max(0, Math.min(length - 1.001, value));
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [across, down] = [column + 0.5 - width / 2, row + 0.5 - height / 2];
      const u = within(cos * across - sin * down + (x + 0.5) * width - 0.5, width);
      const v = within(sin * across + cos * down + (y + 0.5) * height - 0.5, height);
      const [left, top] = [Math.floor(u), Math.floor(v)];
      const [right, below] = [u - left, v - top];
      for (let channel = 0; channel < 3; channel++) {
        const at = (dx: number, dy: number) =>
          data[((top + dy) * width + left + dx) * 3 + channel] as number;
        const above = at(0, 0) * (1 - right) + at(1, 0) * right;
        moved[(row * width + column) * 3 + channel] = Math.round(
          above * (1 - below) + (at(0, 1) * (1 - right) + at(1, 1) * right) * below,
        );
      }
    }
  }
  return sharp(moved, { raw: { width, height, channels: 3 } });
}

/** The same picture with the grain of a sensor, always the same. @param strength of 255. */
export async function grainy(picture: Sharp, strength: number): Promise<Sharp> {
  const { data, width, height } = await raw(picture);
  let seed = 12_345;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648 - 0.5;
  };
  return sharp(
    Buffer.from(data.map((value) => Math.max(0, Math.min(255, value + 2 * strength * random())))),
    {
      raw: { width, height, channels: 3 },
    },
  );
}

/** The same picture with light that spreads from what is bright, as fluorescence does in a lens. */
export async function glowing(picture: Sharp): Promise<Sharp> {
  const { data, width, height } = await raw(picture);
  const channels = 3;
  const halo = await sharp(data, { raw: { width, height, channels } })
    .blur(18)
    .linear(0.6, 0)
    .png()
    .toBuffer();
  const glow = await sharp(data, { raw: { width, height, channels } })
    .composite([{ input: halo, blend: 'add' }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(glow, { raw: { width, height, channels } });
}

/** How far two moves lay the farthest corner of a picture apart, in pixels of one that is 1,000 wide. @param ratio its width by its height. */
export function distanceBetween(one: Move, other: Move, ratio: number): number {
  const [width, height] = [1000, 1000 / ratio];
  const to = ({ x, y, angle, scale }: Move, across: number, down: number) => {
    const [cos, sin] = [
      Math.cos((angle * Math.PI) / 180) * scale,
      Math.sin((angle * Math.PI) / 180) * scale,
    ];
    return [cos * across - sin * down + x * width, sin * across + cos * down + y * height] as const;
  };
  const corners = [-0.5, 0.5].flatMap((across) =>
    [-0.5, 0.5].map((down) => [across * width, down * height] as const),
  );
  return Math.max(
    ...corners.map(([across, down]) => {
      const [a, b] = [to(one, across, down), to(other, across, down)];
      return Math.hypot(a[0] - b[0], a[1] - b[1]);
    }),
  );
}
