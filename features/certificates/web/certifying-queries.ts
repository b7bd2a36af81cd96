import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orderDetailQuery } from '#core/web/selling/orders/admin-order-queries.ts';
import { call } from '#ui/lib/api.ts';

const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/** @param codes separated by commas. */
export const certificatesQuery = (codes: string) =>
  queryOptions({
    queryKey: ['certificates', codes],
    queryFn: () => call('GET /api/manage/certificates', { query: { codes } }),
    ...fresh,
  });

export const orderCertificatesQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['order-certificates', orderId],
    queryFn: () => call('GET /api/manage/orders/:id/certificates', { params: { id: orderId } }),
    ...fresh,
  });

export function useCertifying(orderId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (lines: number[]) =>
      call('POST /api/manage/orders/:id/certificates', {
        params: { id: orderId },
        body: { lines },
      }),
    onSuccess: (made) => {
      queryClient.setQueryData(orderCertificatesQuery(orderId).queryKey, made);
      // Its history tells of it.
      void queryClient.invalidateQueries({ queryKey: orderDetailQuery(orderId).queryKey });
    },
  });
}
