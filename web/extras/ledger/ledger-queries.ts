/** The admin's calls about the ledger. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Ledger } from '#contract/extras/ledger/ledger.ts';
import { call, queryString } from '#web/lib/api.ts';

/** A year of it; the one before stays in sight until it is there. @param year the present one if undefined. */
export const ledgerQuery = (year: number | undefined) =>
  queryOptions({
    queryKey: ['ledger', year ?? null],
    queryFn: ({ signal }) => call<Ledger>(`/api/manage/ledger${queryString({ year })}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  });
