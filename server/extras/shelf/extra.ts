import type {} from '#contract/extras/shelf/page-api.ts';
import { canonicalShelf, parseShelf } from '#contract/extras/shelf/shelf-url.ts';
import type { Picture } from '#contract/media/media.ts';
import type { ServerExtra } from '#server/extra.ts';
import { thumbnailOf } from '#server/features/storefront/pages/cards.ts';

export const shelf = {
  routes: async () => (await import('./shelf.routes.ts')).shelfRoutes,
  pages: {
    /** With its pieces alone; of a repeated parameter the last value counts. */
    shelf: (path, _, query) => {
      const pieces = canonicalShelf(new URLSearchParams(query).getAll('pieces').at(-1) ?? '');
      return { path: pieces === '' ? path : `${path}?${new URLSearchParams({ pieces })}` };
    },
  },
  pageApi: (ctx, tags) => ({
    async getShelf(list) {
      const { readShelf } = await import('./shelf.service.ts');
      const { pieces, missing, proposals } = await readShelf(ctx, parseShelf(list).ids, tags);
      return { pieces: pieces.map(asThumbnail), missing, proposals: proposals.map(asThumbnail) };
    },
  }),
} satisfies ServerExtra;

const asThumbnail = <Piece extends { picture: Picture }>(piece: Piece): Piece => ({ ...piece, picture: thumbnailOf(piece.picture) });
