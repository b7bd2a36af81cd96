import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { keyHeader, orderKey } from '#core/web/selling/orders/order-queries.ts';
import { call } from '#ui/lib/api.ts';

/** The first attempt to send is over by then. */
const ASK_AFTER_MS = [3_000, 8_000, 20_000];

export const emailFailureQuery = (id: number, key: string | undefined) =>
  queryOptions({
    queryKey: [...orderKey, id, key, 'email'],
    queryFn: () => call('GET /api/orders/:id/email', { params: { id }, headers: keyHeader(key) }),
    refetchInterval: ({ state }) =>
      (!state.data?.hasFailed && ASK_AFTER_MS[state.dataUpdateCount - 1]) || false,
  });

export function useEmailCorrection(id: number, key: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) =>
      call('PUT /api/orders/:id/email', {
        params: { id },
        headers: keyHeader(key),
        body: { email },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: orderKey }),
  });
}
