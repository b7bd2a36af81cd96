import type { ServerFeature } from '#core/server/feature.ts';
import type {} from '#features/sheets/server/tables.ts';

export const sheets = {
  routes: async () => {
    const [{ transferRoutes }, { importRoutes }, { photoAddressRoutes }] = await Promise.all([
      import('./transfer.routes.ts'),
      import('./imports.routes.ts'),
      import('./photo-addresses/photo-addresses.routes.ts'),
    ]);
    return (app, ctx) => {
      transferRoutes(app, ctx);
      importRoutes(app, ctx);
      photoAddressRoutes(app, ctx);
    };
  },
  job: async () => {
    const { startPhotoFetching } = await import('./photo-addresses/photo-fetching.service.ts');
    return (ctx) => startPhotoFetching(ctx);
  },
  specimenReplaced: async (tx, from, to) =>
    (await import('./awaited-photos.queries.ts')).moveAwaited(tx, from, to),
} satisfies ServerFeature;
