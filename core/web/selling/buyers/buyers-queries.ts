import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BuyerChange } from '#core/contract/selling/buyers.ts';
import { orderDetailsKey } from '#core/web/selling/orders/admin-order-queries.ts';
import { call } from '#ui/lib/api.ts';
import { ifMatch } from '#ui/lib/if-match.ts';

export const blockedQuery = queryOptions({
  queryKey: ['blocked-emails'],
  queryFn: () => call('GET /api/manage/buyers/blocked'),
  staleTime: 0,
  refetchOnMount: 'always',
});

/** Each of the buyer's orders shows the note. */
export function useBuyerChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ version, ...change }: BuyerChange & { version?: string }) =>
      call('PATCH /api/manage/buyers', {
        body: change,
        headers: version === undefined ? {} : ifMatch(version),
      }),
    onSettled: () =>
      Promise.all(
        [blockedQuery.queryKey, orderDetailsKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
