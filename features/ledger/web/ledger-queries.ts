import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#ui/lib/api.ts';

/**
 * The year before stays in sight until this one is there.
 * @param year the present one if undefined.
 */
export const ledgerQuery = (year: number | undefined) =>
  queryOptions({
    queryKey: ['ledger', year ?? null],
    queryFn: ({ signal }) => call('GET /api/manage/ledger', { query: { year }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  });
