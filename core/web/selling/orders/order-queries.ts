import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ORDER_KEY_HEADER } from '#core/contract/selling/order-key.ts';
import { call } from '#ui/lib/api.ts';

/** The order may be there, but cannot be had. */
export const ORDER_NOT_FETCHED = 'Failed to fetch order details';

export const orderKey = ['order'] as const;

/** The buyer, the holder of the link and the admin may read it. */
export const orderQuery = (id: string, key: string | undefined) =>
  queryOptions({
    queryKey: [...orderKey, id, key],
    queryFn: () => call('GET /api/orders/:id', { params: { id }, headers: keyHeader(key) }),
    staleTime: 0,
    refetchOnMount: 'always',
  });

export const keyHeader = (key: string | undefined) =>
  key === undefined ? {} : { [ORDER_KEY_HEADER]: key };

/** Nothing depends on it: the page may be left meanwhile. */
export function notePaymentOpened(id: number, key: string | undefined): void {
  call('POST /api/orders/:id/payment-opened', {
    params: { id },
    headers: keyHeader(key),
    keepalive: true,
  }).catch(() => {});
}

/** `payment-reports`: "I have sent it". */
export function useOrderPress(
  what: 'payment-reports' | 'confirmation',
  id: number,
  key: string | undefined,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(`POST /api/orders/:id/${what}`, { params: { id }, headers: keyHeader(key) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: orderKey }),
  });
}
