import { queryOptions } from '@tanstack/react-query';
import type { CartCheck, CartCheckInput } from '#contract/selling/cart-check.ts';
import { call } from '#web/lib/api.ts';

/** What the server says of these lines now; asked only while somebody looks. */
export const cartCheckQuery = (items: CartCheckInput['items'], isOpen: boolean) =>
  queryOptions({
    queryKey: ['cart-check', items],
    queryFn: () => call<CartCheck>('/api/cart/check', { method: 'POST', body: { items } }),
    enabled: isOpen && items.length > 0,
    staleTime: 0,
    refetchOnMount: 'always',
  });
