import type { ServerFeature } from '#core/server/feature.ts';

export const ownSpecies = {
  routes: async () => (await import('./own-species.routes.ts')).ownSpeciesRoutes,
  sheets: { 'species.csv': async () => (await import('./species-sheet.ts')).speciesSheet },
} satisfies ServerFeature;
