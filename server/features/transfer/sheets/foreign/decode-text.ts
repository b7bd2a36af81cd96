/** Text whose encoding nobody names: UTF-8, UTF-16, Windows-1252 or Mac Roman. */
import { isUtf8 } from 'node:buffer';

/** As the admin reads it. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows' | 'Mac';

const BEGINNING = 64 * 1024;

/** The text, and how it was encoded; null where it is no text. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } | null {
  const utf16 = utf16Of(bytes);
  if (utf16) return textOf(bytes, utf16, 'UTF-16');
  if (bytes.subarray(0, BEGINNING).includes(0)) return null;
  if (isUtf8(bytes)) return textOf(bytes, 'utf-8', 'UTF-8');
  const [windows, mac] = ['windows-1252', 'macintosh'].map((name) => new TextDecoder(name).decode(bytes));
  if (windows === undefined || mac === undefined) return null;
  return likelihood(mac) > likelihood(windows) ? { text: mac, encoding: 'Mac' } : { text: windows, encoding: 'Windows' };
}

function textOf(bytes: Uint8Array, name: string, encoding: Encoding): { text: string; encoding: Encoding } | null {
  try {
    return { text: new TextDecoder(name, { fatal: true }).decode(bytes), encoding };
  } catch {
    return null;
  }
}

/** By its byte order mark, or by every second byte of its beginning being zero. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, 400);
  const zeros = [0, 1].map((parity) => beginning.filter((byte, index) => byte === 0 && index % 2 === parity).length);
  const [even = 0, odd = 0] = zeros;
  const most = beginning.length * 0.4;
  return odd > most && even === 0 ? 'utf-16le' : even > most && odd === 0 ? 'utf-16be' : null;
}

/** Letters that lists in English, German, French and Spanish have, and signs that they have; all else is the mark of a wrong guess. */
const usual = /[äöüßéèêëàâçñíóúáîïôûùœæøåÄÖÜÉÈÀÇÑÁÓÍ€£°µ½¼¾×²³«»„“”‘’–—…¡¿®©™]/u;
/** A capital with an accent inside a word is what the other encoding makes of a small letter. */
const capitalWithin = /\p{Ll}[ÄÖÜÉÈÀÇÑÁÓÍÊËÌÎÏÔÒÚÛÙŸŠŽ]/gu;

function likelihood(text: string): number {
  let score = 0;
  for (const [sign] of text.matchAll(/[^\0-\x7f]/gu)) score += usual.test(sign) ? 1 : -1;
  return score - 3 * [...text.matchAll(capitalWithin)].length;
}
