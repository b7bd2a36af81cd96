/** Suggestions while somebody types: the first few specimens that a search would find. */

import type { Suggestion } from '#contract/catalogue/specimens.ts';
import { posterOf } from '#contract/media/media-urls.ts';
import type { Context } from '#server/context.ts';
import { listSpecimens } from './specimens.service.ts';

const MAX_SUGGESTIONS = 6;

/** The best matches among visible specimens; none for an empty term. */
export async function suggest(ctx: Context, term: string): Promise<Suggestion[]> {
  if (term.trim() === '') return [];
  const { specimens } = await listSpecimens(ctx, { search: term, limit: MAX_SUGGESTIONS }, { hidden: false });
  return specimens.map(({ id, title, price, forSale, status, main }) => ({ id, title, price, forSale, status, picture: posterOf(main) }));
}
