/** The admin's calls about what is printed. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { LabelSheet, LabelSheets, NewLabelSheet } from '#contract/extras/paper/label-sheets.ts';
import type { Invoices, PrintedOrders, SpecimenLabels } from '#contract/extras/paper/paper.ts';
import { call, queryString } from '#web/lib/api.ts';
import type { LabelsSearch, OrdersPrintSearch } from './paper-search.ts';

const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

const ordersQuery = <T>(path: 'slips' | 'invoices', { orders, search, filter }: OrdersPrintSearch) => {
  const query = orders === undefined ? { search, filter } : { orders };
  return queryOptions({ queryKey: [path, query], queryFn: () => call<T>(`/api/manage/${path}${queryString(query)}`), ...fresh });
};

export const slipsQuery = (search: OrdersPrintSearch) => ordersQuery<PrintedOrders>('slips', search);

export const invoicesQuery = (search: OrdersPrintSearch) => ordersQuery<Invoices>('invoices', search);

export const labelsQuery = ({ specimens, search, status, visibility }: LabelsSearch) => {
  const query = specimens === undefined ? { search, status, visibility } : { specimens };
  return queryOptions({
    queryKey: ['labels', query],
    queryFn: () => call<SpecimenLabels>(`/api/manage/labels${queryString(query)}`),
    ...fresh,
  });
};

export const labelSheetsQuery = queryOptions({
  queryKey: ['label-sheets'],
  queryFn: () => call<LabelSheets>('/api/manage/label-sheets'),
  ...fresh,
});

export const labelSheetQuery = (id: number) =>
  queryOptions({ queryKey: ['label-sheets', id], queryFn: () => call<LabelSheet>(`/api/manage/label-sheets/${id}`), ...fresh });

/** Reserves numbers for fresh labels. */
export function useReserving() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewLabelSheet) => call<LabelSheet>('/api/manage/label-sheets', { method: 'POST', body }),
    onSuccess: (sheet) => queryClient.setQueryData(labelSheetQuery(sheet.id).queryKey, sheet),
  });
}

/** Makes the invoices that these orders lack, the credit notes of their refunds, or both for invoices that no longer fit. */
export function useInvoiceMaking(search: OrdersPrintSearch, what: 'invoices' | 'credit-notes' | 'invoice-corrections') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => call<Invoices>(`/api/manage/${what}`, { method: 'POST', body: { orders: ids } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invoicesQuery(search).queryKey }),
  });
}
