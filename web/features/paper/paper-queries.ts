/** The admin's calls about what is printed. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Invoices, PrintedOrders, SpecimenLabels } from '#contract/paper.ts';
import { ApiError, call, queryString } from '#web/lib/api.ts';
import type { LabelsSearch } from './paper-search.ts';

const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/** Whether the login has run out, so that it should be opened over the page. */
export const isLoggedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

/** @param orders ids, separated by commas. */
export const slipsQuery = (orders: string) =>
  queryOptions({ queryKey: ['slips', orders], queryFn: () => call<PrintedOrders>(`/api/manage/slips?orders=${orders}`), ...fresh });

export const invoicesQuery = (orders: string) =>
  queryOptions({ queryKey: ['invoices', orders], queryFn: () => call<Invoices>(`/api/manage/invoices?orders=${orders}`), ...fresh });

export const labelsQuery = ({ specimens, search, status, visibility }: LabelsSearch) => {
  const query = specimens === undefined ? { search, status, visibility } : { specimens };
  return queryOptions({
    queryKey: ['labels', query],
    queryFn: () => call<SpecimenLabels>(`/api/manage/labels${queryString(query)}`),
    ...fresh,
  });
};

/** Makes the invoices that these orders lack. */
export function useInvoiceMaking(orders: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => call<Invoices>('/api/manage/invoices', { method: 'POST', body: { orders: ids } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invoicesQuery(orders).queryKey }),
  });
}
