/** Feeds and want lists name lists so. Pages import this: keep schemas out. */
import { parseRule, ruleOf } from './collection-rules.ts';

/** Drops order and page. */
export function followedQuery(query: string): string {
  const { sort: _, ...filters } = parseRule(query);
  return ruleOf(filters);
}

/** @param query as `followedQuery` gives it. */
export const feedPath = (query: string): string =>
  query === '' ? '/feed.xml' : `/feed.xml?${query}`;
export const listPath = (query: string): string => (query === '' ? '/' : `/?${query}`);
