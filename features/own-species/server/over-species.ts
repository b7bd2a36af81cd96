import type { OverSpecies } from '#core/server/catalogue/species/species.service.ts';
import type {} from '#features/own-species/server/tables.ts';

export const ownSpecies = {
  table: 'own_species',
  refresh: async (db) => (await import('./own-species.service.ts')).refreshOwnSpecies(db),
} satisfies OverSpecies;
