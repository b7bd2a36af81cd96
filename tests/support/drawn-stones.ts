/** Pictures of drawn stones, for tests of what is found in pictures. */
import sharp from 'sharp';

/** An ellipse within 320 × 260 pixels, a little lower than it is wide. */
export const disc = (fill: string, x = 160, y = 130, r = 70) =>
  `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.8}" fill="${fill}"/>`;

/** A photograph of what is drawn on 320 × 260 pixels, with grain and the traces of JPEG. */
export async function photographed(background: string, drawing: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="260"><rect width="320" height="260" fill="${background}"/>${drawing}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grainy = data.map((value, index) =>
    Math.max(0, Math.min(255, value + ((index * 7919) % 9) - 4)),
  );
  return sharp(grainy, { raw: info }).jpeg({ quality: 80 }).toBuffer();
}
