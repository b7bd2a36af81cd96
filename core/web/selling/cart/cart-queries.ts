import { queryOptions } from '@tanstack/react-query';
import type { CartCheckInput } from '#core/contract/selling/cart-check.ts';
import { call } from '#ui/lib/api.ts';

/** Asks only while someone looks. */
export const cartCheckQuery = (items: CartCheckInput['items'], isOpen: boolean) =>
  queryOptions({
    queryKey: ['cart-check', items],
    queryFn: () => call('POST /api/cart/check', { body: { items } }),
    enabled: isOpen && items.length > 0,
    staleTime: 0,
    refetchOnMount: 'always',
  });
