/**
 * Opening a mail's link sets a cookie, by which the browser buys what is reserved for its entry.
 */
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import { namesOf, type SetsTokens, tokenOf, type WithCookies } from '#platform/http/cookies.ts';

/** Every order carries all of them. */
const MAX_COOKIES = 20;
const entryCookie = (entryId: number) => `druse_entry_${entryId}`;

export function entryKeys(request: WithCookies): KeyedLink[] {
  const ids = namesOf(request).flatMap(
    (name) => /^druse_entry_([1-9]\d{0,8})$/.exec(name)?.[1] ?? [],
  );
  return ids.slice(0, MAX_COOKIES).flatMap((id) => {
    const key = tokenOf(request, entryCookie(Number(id)));
    return key === null ? [] : [{ id: Number(id), key }];
  });
}

export function setEntryCookie(
  reply: SetsTokens,
  { id, key }: KeyedLink,
  now: Date,
  until: string | null,
): void {
  const seconds = until === null ? 0 : Math.ceil((Date.parse(until) - now.getTime()) / 1000);
  if (seconds > 0) reply.setToken(entryCookie(id), key, seconds);
  else reply.clearToken(entryCookie(id));
}
