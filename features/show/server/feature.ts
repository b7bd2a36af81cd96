import type { ServerFeature } from '#core/server/feature.ts';

export const show = {
  needs: ['hand-sales', 'paper'],
  routes: async () => (await import('./show.routes.ts')).showRoutes,
  // The camera reads labels.
  permissions: { '/show': { camera: true, wasm: true } },
  pageFiles: async () => (await import('./show-files.routes.ts')).showFileRoutes,
} satisfies ServerFeature;
