import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { ifMatchHeader } from '#core/contract/if-match.ts';
import { managedSpecies, newOwnSpecies, ownSpeciesInput, speciesList } from './own-species.ts';

const bySlug = { slug: z.string().max(60) };

export const ownSpeciesCalls = {
  'GET /api/manage/species': {
    about: 'the names in the species table, and what the shop has corrected or added',
    response: speciesList,
  },
  'POST /api/manage/species': {
    about: '201; adds a species or, with `of`, a variety',
    body: newOwnSpecies,
    response: managedSpecies,
    status: 201,
  },
  'GET /api/manage/species/:slug': {
    about: 'what the table says of a species or variety, and what the shop has corrected or added',
    params: bySlug,
    response: managedSpecies,
  },
  'PUT /api/manage/species/:slug': {
    about:
      'changes what the shop says of it; a value that equals the table’s follows the table again',
    params: bySlug,
    headers: ifMatchHeader,
    body: ownSpeciesInput,
    response: managedSpecies,
  },
  'DELETE /api/manage/species/:slug': {
    about: '204; removes all that the shop has corrected or added',
    params: bySlug,
  },
} as const satisfies CallTable;

type OwnSpeciesCalls = typeof ownSpeciesCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends OwnSpeciesCalls {}
}
