import { isUtf8 } from 'node:buffer';
import type { Encoding } from '#features/sheets/contract/sheet-readings.ts';
import { headingScore } from './heading-names.ts';

export type { Encoding };

const BEGINNING = 64 * 1024;
const CHUNK = 64 * 1024;

/** As the Encoding Standard names them. */
const labels: Record<Encoding, string> = {
  'UTF-8': 'utf-8',
  'UTF-16': 'utf-16le',
  Windows: 'windows-1252',
  'Windows-1250': 'windows-1250',
  'Windows-1251': 'windows-1251',
  Mac: 'macintosh',
  'Shift-JIS': 'shift_jis',
};

/** Null where the bytes are no text. */
export function encodingOf(bytes: Uint8Array): Encoding | null {
  if (utf16Of(bytes)) return 'UTF-16';
  if (bytes.subarray(0, BEGINNING).includes(0)) return null;
  if (isUtf8(bytes)) return 'UTF-8';
  // A sign cut off at the end would look like a wrong guess.
  const beginning = bytes.subarray(0, Math.max(0, bytes.subarray(0, BEGINNING).lastIndexOf(10)));
  const sample = beginning.length > 0 ? beginning : bytes.subarray(0, BEGINNING);
  const scores = guessed.map((encoding) => ({ encoding, score: scoreOf(sample, encoding) }));
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).encoding;
}

/** The first that none surpasses is taken. */
const guessed = ['Windows', 'Mac', 'Windows-1250', 'Windows-1251', 'Shift-JIS'] as const;

/** Yields the text in pieces, so that a large file is never there twice. What cannot be read is U+FFFD. */
export function* textIn(bytes: Uint8Array, encoding: Encoding): Generator<string> {
  const label = encoding === 'UTF-16' ? (utf16Of(bytes) ?? 'utf-16le') : labels[encoding];
  const decoder = new TextDecoder(label);
  for (let at = 0; at < bytes.length; at += CHUNK)
    yield decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true });
  yield decoder.decode();
}

/** By the byte order mark, or every second byte being zero. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, 400);
  const zeros = [0, 1].map(
    (parity) => beginning.filter((byte, index) => byte === 0 && index % 2 === parity).length,
  );
  const [even = 0, odd = 0] = zeros;
  const most = beginning.length * 0.4;
  return odd > most && even === 0 ? 'utf-16le' : even > most && odd === 0 ? 'utf-16be' : null;
}

const WEST = /[äöüßéèêëàâçñíóúáîïôûùœæøåÄÖÜÉÈÀÇÑÁÓÍìòõãÕÃ€£°µ½¼¾×²³«»„“”‘’–—…¡¿®©™]/u;
/** Letters and signs that lists in these encodings have; all else marks a wrong guess. */
const usual: Record<(typeof guessed)[number], RegExp> = {
  Windows: WEST,
  Mac: WEST,
  'Windows-1250': /[ěščřžýáíéůúďťňóąćęłńśźżőűöüäßŠČŘŽÝÁÍÉÚĎŤŇÓŁŚŻŹÖÜ°×„“”–—…€]/u,
  'Windows-1251': /[\u0410-\u044fёЁіїєІЇЄ«»№°–—„“”…€]/u,
  'Shift-JIS': /[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]/u,
};
/** A capital within a word, or a foreign letter beside a plain one, is what a wrong guess makes. */
const wrong: Record<(typeof guessed)[number], RegExp> = {
  Windows: /\p{Ll}[ÄÖÜÉÈÀÇÑÁÓÍÊËÌÎÏÔÒÚÛÙŸŠŽ]|\p{L}[¹³¿£œ]\p{Ll}|[ìø]\p{L}{0,12}[èùìÏ]/gu,
  Mac: /\p{Ll}[ÄÖÜÉÈÀÇÑÁÓÍÊËÌÎÏÔÒÚÛÙŸŠŽ]/gu,
  'Windows-1250': /\p{Ll}\p{Lu}/gu,
  'Windows-1251': /[a-z][\u0400-\u04ff]|[\u0400-\u04ff][a-z]|[\u0430-\u044f][\u0410-\u042f]/giu,
  'Shift-JIS':
    /[a-z][\u3000-\u9fff]|[\u3000-\u9fff][a-z]|[\uff61-\uff9f]|\ufffd|[\ue000-\uf8ff]/giu,
};

function scoreOf(bytes: Uint8Array, encoding: (typeof guessed)[number]): number {
  const text = new TextDecoder(labels[encoding]).decode(bytes);
  let [good, all] = [0, 0];
  for (const [sign] of text.matchAll(/[^\0-\x7f]/gu)) {
    all += 1;
    good += usual[encoding].test(sign) ? 1 : -1;
  }
  const faults = [...text.matchAll(wrong[encoding])].length;
  const headings = (text.split(/\r\n|\n|\r/, 1)[0] ?? '').split(/[,;\t|]/);
  // Two bytes are one sign of Japanese: by share, not by count.
  return (good - 3 * faults) / Math.max(1, all) + headingScore(headings.slice(0, 100)) / 10;
}
