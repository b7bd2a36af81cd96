import { queryOptions } from '@tanstack/react-query';
import { ORDER_KEY_HEADER } from '#contract/order-key.ts';
import type { BuyerOrder } from '#contract/orders.ts';
import { call } from '#web/lib/api.ts';

/** Every order that a buyer's page has read. */
export const orderKey = ['order'] as const;

/** An order as its buyer, the holder of its link or the admin may read it; refetched on every mount. */
export const orderQuery = (id: string, key: string | undefined) =>
  queryOptions({
    queryKey: [...orderKey, id, key],
    queryFn: () => call<BuyerOrder>(`/api/orders/${id}`, { headers: key === undefined ? {} : { [ORDER_KEY_HEADER]: key } }),
    staleTime: 0,
    refetchOnMount: 'always',
  });
