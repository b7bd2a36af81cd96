/** Want lists: how the link to one travels, and what of the gallery's query is followed. Free of schemas, so pages may import it. */
import { parseRule, ruleOf } from '#contract/catalogue/collection-rules.ts';
import { type KeyedLink, keyedFragment, keyedLinkIn } from '#contract/messages/keyed-links.ts';

/** The header that carries the key of a link to a followed list. */
export const FOLLOW_KEY_HEADER = 'follow-key';

/** The link to a followed list, as a path of the site. */
export const followLink = (id: number, key: string): string => `/follow${keyedFragment('follow', { id, key })}`;

/** The followed list that a URL's fragment names; null where it names none. */
export const followIn = (fragment: string): KeyedLink | null => keyedLinkIn(fragment, 'follow');

/** What of the gallery's query is followed, in its one spelling: not the order, nor a page. */
export function followedQuery(query: string): string {
  const { sort: _, ...filters } = parseRule(query);
  return ruleOf(filters);
}

/** The feed of a list. @param query as `followedQuery` gives it. */
export const feedPath = (query: string): string => (query === '' ? '/feed.xml' : `/feed.xml?${query}`);
/** The list in the gallery. */
export const listPath = (query: string): string => (query === '' ? '/' : `/?${query}`);
