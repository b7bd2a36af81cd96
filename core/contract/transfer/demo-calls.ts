import type { CallTable } from '#core/contract/calls.ts';
import { demoRemoval } from './demo-removal.ts';

export const demoCalls = {
  'DELETE /api/manage/demo': {
    about: 'removes the demo collection, except pieces of unfinished orders; may be repeated',
    response: demoRemoval,
  },
} as const satisfies CallTable;

type DemoCalls = typeof demoCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends DemoCalls {}
}
