import type { Picture } from '#core/contract/media/media.ts';
import type { ServerFeature } from '#core/server/feature.ts';
import { thumbnailOf } from '#core/server/storefront/pages/cards.ts';
import type {} from '#features/shelf/contract/page-api.ts';
import { canonicalShelf, parseShelf } from '#features/shelf/contract/shelf-url.ts';

export const shelf = {
  routes: async () => (await import('./shelf.routes.ts')).shelfRoutes,
  pages: {
    /** Of a repeated parameter the last value counts. */
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
} satisfies ServerFeature;

const asThumbnail = <Piece extends { picture: Picture }>(piece: Piece): Piece => ({
  ...piece,
  picture: thumbnailOf(piece.picture),
});
