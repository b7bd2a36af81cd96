/** Pictures that have the frames of a turn beside each other. */
import sharp from 'sharp';
import { gridOf } from '#core/contract/media/turns.ts';

/** Each frame in a colour of its own. @param size of a frame, in pixels. */
export async function framesPicture(
  frames: number,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const { columns, rows } = gridOf(frames);
  const cells = Array.from({ length: frames }, (_, frame) => {
    const [x, y] = [(frame % columns) * width, Math.floor(frame / columns) * height];
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="hsl(${Math.round((frame * 360) / frames)} 80% 50%)"/>`;
  });
  const size = { width: width * columns, height: height * rows };
  return sharp({ create: { ...size, channels: 3, background: 'black' } })
    .composite([
      {
        input: Buffer.from(
          `<svg width="${size.width}" height="${size.height}">${cells.join('')}</svg>`,
        ),
      },
    ])
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg({ quality: 95 })
    .toBuffer();
}
