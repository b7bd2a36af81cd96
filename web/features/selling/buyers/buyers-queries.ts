/** The admin's calls about buyers. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BlockedEmails, Buyer, BuyerChange } from '#contract/selling/buyers.ts';
import { orderDetailsKey } from '#web/features/selling/orders/admin-order-queries.ts';
import { call } from '#web/lib/api.ts';
import { ifMatch } from '#web/lib/if-match.ts';

/** The blocked email addresses. */
export const blockedQuery = queryOptions({
  queryKey: ['blocked-emails'],
  queryFn: () => call<BlockedEmails>('/api/manage/buyers/blocked'),
  staleTime: 0,
  refetchOnMount: 'always',
});

/** Notes something of a buyer; each of his orders shows it. */
export function useBuyerChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ version, ...change }: BuyerChange & { version?: string }) =>
      call<Buyer>('/api/manage/buyers', { method: 'PATCH', body: change, headers: version === undefined ? {} : ifMatch(version) }),
    onSettled: () => Promise.all([blockedQuery.queryKey, orderDetailsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
