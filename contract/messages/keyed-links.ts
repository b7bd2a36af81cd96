/** Links of mails to what belongs to their reader. Free of schemas, so pages may import it. */

/** What such a link names, and the key that shows that it was sent. */
export type KeyedLink = { id: number; key: string };

/** The link's fragment: the key is out of reach of proxies' logs. @param name of what the id is of. */
export const keyedFragment = (name: string, { id, key }: KeyedLink): string => `#${name}=${id}&key=${key}`;

/** What a URL's fragment names, given with or without its #; null where it names none. */
export function keyedLinkIn(fragment: string, name: string): KeyedLink | null {
  const named = new URLSearchParams(fragment.replace(/^#/, ''));
  const [id, key] = [named.get(name) ?? '', named.get('key') ?? ''];
  return /^[1-9]\d{0,9}$/.test(id) && key !== '' ? { id: Number(id), key } : null;
}
