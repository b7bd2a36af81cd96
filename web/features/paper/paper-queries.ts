/** The admin's calls about what is printed. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OrderCertificates, PrintedCertificates } from '#contract/certificates.ts';
import type { Invoices, PrintedOrders, SpecimenLabels } from '#contract/paper.ts';
import { orderDetailQuery } from '#web/features/orders/admin-order-queries.ts';
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

/** Makes the invoices that these orders lack. */
export function useInvoiceMaking(search: OrdersPrintSearch) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => call<Invoices>('/api/manage/invoices', { method: 'POST', body: { orders: ids } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invoicesQuery(search).queryKey }),
  });
}

/** @param codes separated by commas. */
export const certificatesQuery = (codes: string) =>
  queryOptions({
    queryKey: ['certificates', codes],
    queryFn: () => call<PrintedCertificates>(`/api/manage/certificates?codes=${codes}`),
    ...fresh,
  });

export const orderCertificatesQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['order-certificates', orderId],
    queryFn: () => call<OrderCertificates>(`/api/manage/orders/${orderId}/certificates`),
    ...fresh,
  });

/** Certifies lines of a paid order. */
export function useCertifying(orderId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (lines: number[]) =>
      call<OrderCertificates>(`/api/manage/orders/${orderId}/certificates`, { method: 'POST', body: { lines } }),
    onSuccess: (made) => {
      queryClient.setQueryData(orderCertificatesQuery(orderId).queryKey, made);
      // Its history tells of it.
      void queryClient.invalidateQueries({ queryKey: orderDetailQuery(orderId).queryKey });
    },
  });
}
