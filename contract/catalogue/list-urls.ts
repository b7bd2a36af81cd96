/** A list of the gallery as feeds and want lists name it. Free of schemas, so pages may import it. */
import { parseRule, ruleOf } from './collection-rules.ts';

/** What of the gallery's query is followed, in its one spelling: not the order, nor a page. */
export function followedQuery(query: string): string {
  const { sort: _, ...filters } = parseRule(query);
  return ruleOf(filters);
}

/** The feed of a list. @param query as `followedQuery` gives it. */
export const feedPath = (query: string): string => (query === '' ? '/feed.xml' : `/feed.xml?${query}`);
/** The list in the gallery. */
export const listPath = (query: string): string => (query === '' ? '/' : `/?${query}`);
