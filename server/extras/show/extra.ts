import type { ServerExtra } from '#server/extra.ts';

export const show = {
  needs: ['paper'],
  routes: async () => (await import('./show.routes.ts')).showRoutes,
  // Labels are read by the camera.
  permissions: { '/show': { camera: true, wasm: true } },
  pageFiles: async () => (await import('./show-files.routes.ts')).showFileRoutes,
} satisfies ServerExtra;
