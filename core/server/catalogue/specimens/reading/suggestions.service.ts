import type { Suggestion } from '#core/contract/catalogue/specimens.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';
import type { Context } from '#core/server/context.ts';
import { listSpecimens } from './specimens.service.ts';

const MAX_SUGGESTIONS = 6;

/** Returns none for an empty term. */
export async function suggest(ctx: Context, term: string): Promise<Suggestion[]> {
  if (term.trim() === '') return [];
  const { specimens } = await listSpecimens(
    ctx,
    { search: term, limit: MAX_SUGGESTIONS },
    { hidden: false },
  );
  return specimens.map(({ id, title, price, forSale, status, main }) => ({
    id,
    title,
    price,
    forSale,
    status,
    picture: posterOf(main),
  }));
}
