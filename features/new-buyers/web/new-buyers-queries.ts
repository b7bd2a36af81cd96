import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { waitingKey } from '#core/web/admin/account/waiting-queries.ts';
import { refetchAll } from '#core/web/selling/orders/admin-order-queries.ts';
import type { OrderSourceInput } from '#features/new-buyers/contract/new-buyers.ts';
import { call } from '#ui/lib/api.ts';

export const strangersQuery = queryOptions({
  queryKey: [...waitingKey, 'strangers'],
  queryFn: () => call('GET /api/manage/strangers'),
  staleTime: 0,
  refetchOnMount: 'always',
});

export function useStrangersCancellation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (source: OrderSourceInput) =>
      call('POST /api/manage/strangers/cancel', { body: source }),
    onSettled: () => refetchAll(queryClient),
  });
}
