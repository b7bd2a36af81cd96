import type { CallTable } from '#core/contract/calls.ts';
import { speciesNames } from './species-names.ts';

export const speciesCalls = {
  'GET /api/species': {
    about: 'the names in the species table: species, varieties (`of`) and the other names of each',
    who: 'all',
    response: speciesNames,
  },
} as const satisfies CallTable;

type SpeciesCalls = typeof speciesCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends SpeciesCalls {}
}
