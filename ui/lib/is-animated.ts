/** The shop stores only an animated picture's first frame. */

/** WebP, AVIF and PNG declare an animation in these bytes, before their first frame. */
const HEAD_BYTES = 64 * 1024;
const WEBP_MOVES = 2;

export async function isAnimated(file: Blob): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (head.startsWith('GIF8')) return hasFrames(new Uint8Array(await file.arrayBuffer()));
  if (/^RIFF.{4}WEBPVP8X/s.test(head)) return (head.charCodeAt(20) & WEBP_MOVES) > 0;
  return /^.{4}ftypavis/s.test(head) || /^.PNG(?:(?!IDAT).)*acTL/s.test(head);
}

function hasFrames(gif: Uint8Array): boolean {
  let frames = 0;
  for (let at = gif.indexOf(0x21); at >= 0 && frames < 2; at = gif.indexOf(0x21, at + 1)) {
    if (gif[at + 1] === 0xf9 && gif[at + 2] === 4 && gif[at + 7] === 0) frames += 1;
  }
  return frames > 1;
}
