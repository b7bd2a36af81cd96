import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewLabelSheet } from '#features/paper/contract/label-sheets.ts';
import { call } from '#ui/lib/api.ts';
import type { LabelsSearch, OrdersPrintSearch } from './paper-search.ts';

const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

const chosenOrders = ({ orders, search, filter }: OrdersPrintSearch) =>
  orders === undefined ? { search, filter } : { orders };

export const slipsQuery = (search: OrdersPrintSearch) => {
  const query = chosenOrders(search);
  return queryOptions({
    queryKey: ['slips', query],
    queryFn: () => call('GET /api/manage/slips', { query }),
    ...fresh,
  });
};

export const invoicesQuery = (search: OrdersPrintSearch) => {
  const query = chosenOrders(search);
  return queryOptions({
    queryKey: ['invoices', query],
    queryFn: () => call('GET /api/manage/invoices', { query }),
    ...fresh,
  });
};

export const labelsQuery = ({ specimens, search, status, visibility }: LabelsSearch) => {
  const query = specimens === undefined ? { search, status, visibility } : { specimens };
  return queryOptions({
    queryKey: ['labels', query],
    queryFn: () => call('GET /api/manage/labels', { query }),
    ...fresh,
  });
};

export const labelSheetsQuery = queryOptions({
  queryKey: ['label-sheets'],
  queryFn: () => call('GET /api/manage/label-sheets'),
  ...fresh,
});

export const labelSheetQuery = (id: number) =>
  queryOptions({
    queryKey: ['label-sheets', id],
    queryFn: () => call('GET /api/manage/label-sheets/:id', { params: { id } }),
    ...fresh,
  });

export function useReserving() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewLabelSheet) => call('POST /api/manage/label-sheets', { body }),
    onSuccess: (sheet) => queryClient.setQueryData(labelSheetQuery(sheet.id).queryKey, sheet),
  });
}

export function useInvoiceMaking(
  search: OrdersPrintSearch,
  what: 'invoices' | 'credit-notes' | 'invoice-corrections',
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => call(`POST /api/manage/${what}`, { body: { orders: ids } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invoicesQuery(search).queryKey }),
  });
}
