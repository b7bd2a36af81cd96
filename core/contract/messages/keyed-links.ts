/** Links in mails lead to what belongs to their reader. Pages import this: keep schemas out. */

/** `key` shows that the link was sent. */
export type KeyedLink = { id: number; key: string };

/** Proxies log no fragment. @param name of what the id is of. */
export const keyedFragment = (name: string, { id, key }: KeyedLink): string =>
  `#${name}=${id}&key=${key}`;

/** Returns null where the fragment names none. */
export function keyedLinkIn(fragment: string, name: string): KeyedLink | null {
  const named = new URLSearchParams(fragment.replace(/^#/, ''));
  const [id, key] = [named.get(name) ?? '', /^[\w-]+/.exec(named.get('key') ?? '')?.[0]];
  return /^[1-9]\d{0,9}$/.test(id) && key ? { id: Number(id), key } : null;
}
