/** Paths as links bring them. */

/** @returns `hash`: a fragment that a mail program has encoded, with its #, or empty. */
export function plainly(path: string): { plain: string; hash: string } {
  const [start = '', fragment] = path.split(/%23(.*)/i);
  return {
    plain: withoutSigns(start),
    hash: fragment === undefined ? '' : `#${encodeURI(decoded(fragment) ?? fragment)}`,
  };
}

/** Mail programs and chats take the sentence's sign for a part of the link, or lose its `?`. */
const SIGNS_BEHIND = /(?<![\s.,;:!?'"*_)\]}>%“”’»…。、）])[\s.,;:!?'"*_)\]}>%“”’»…。、）]+$/u;

/** Lowers the first segment, and leaves out what the last has no business with. */
function withoutSigns(path: string): string {
  const [first = '', ...rest] = path
    .replace(/&.*/, '')
    .replace(/(?:%[\da-f]?|%e2%80|%e3%80)$/i, '')
    .split('/')
    .slice(1)
    .map((segment) => {
      const whole = decoded(segment) ?? segment;
      const plain = whole.replace(SIGNS_BEHIND, '');
      return plain === whole ? segment : encodeURIComponent(plain);
    });
  return `/${[(decoded(first) ?? first).toLowerCase(), ...rest].join('/').replace(/(?<!\/)\/+$/, '')}`;
}

/** Null where it cannot be. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
