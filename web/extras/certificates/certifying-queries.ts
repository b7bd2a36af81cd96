/** The admin's calls about certificates. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OrderCertificates, PrintedCertificates } from '#contract/extras/certificates/certificates.ts';
import { orderDetailQuery } from '#web/features/selling/orders/admin-order-queries.ts';
import { call } from '#web/lib/api.ts';

const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

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
