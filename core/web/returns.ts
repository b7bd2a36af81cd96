import type { AnyRouter } from '@tanstack/react-router';
import type { SpecimenCard } from '#core/contract/catalogue/specimens.ts';
import { sentenceCase, specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import type { Returning } from '#ui/lib/returns.ts';

type Piece = Pick<SpecimenCard, 'id' | 'title' | 'status'>;

/** Says what was sold while one was away. */
export const returning = (router: AnyRouter): Returning<Piece> => ({
  router,
  queryClient: router.options.context.queryClient,
  isOne: (value): value is Piece =>
    'title' in value && 'status' in value && String(value.status) in specimenStatusTable,
  newsOf: ({ title, status }) =>
    status === 'available' ? null : `${title}: ${sentenceCase(specimenStatusTable[status].label)}`,
});
