import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ORDER_KEY_HEADER } from '#contract/selling/order-key.ts';
import type { FollowedOrder } from '#contract/selling/orders.ts';
import { call, send } from '#web/lib/api.ts';

/** Where an order is not missing, but cannot be had. */
export const ORDER_NOT_FETCHED = 'Failed to fetch order details';

/** Every order that a buyer's page has read. */
export const orderKey = ['order'] as const;

/** An order as its buyer, the holder of its link or the admin may read it; refetched on every mount. */
export const orderQuery = (id: string, key: string | undefined) =>
  queryOptions({
    queryKey: [...orderKey, id, key],
    queryFn: () => call<FollowedOrder>(`/api/orders/${id}`, { headers: keyHeader(key) }),
    staleTime: 0,
    refetchOnMount: 'always',
  });

export const keyHeader = (key: string | undefined): Record<string, string> => (key === undefined ? {} : { [ORDER_KEY_HEADER]: key });

/** Tells the shop that the buyer goes to pay; the page may be left meanwhile, and nothing depends on it. */
export function notePaymentOpened(id: number, key: string | undefined): void {
  send(`/api/orders/${id}/payment-opened`, { method: 'POST', headers: keyHeader(key), keepalive: true }).catch(() => {});
}

/** "I have sent it"; the response is the order as it is then. */
export function usePaymentReport(id: number, key: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call<FollowedOrder>(`/api/orders/${id}/payment-reports`, { method: 'POST', headers: keyHeader(key) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: orderKey }),
  });
}
