import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keyHeader, orderKey } from '#core/web/selling/orders/order-queries.ts';
import { call } from '#ui/lib/api.ts';

/** Reads the page again, also where it comes too late. */
function useOwnChange<Input>(send: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => queryClient.invalidateQueries({ queryKey: orderKey }),
  });
}

export const useOwnCancellation = (id: number, key: string | undefined) =>
  useOwnChange((_: undefined) =>
    call('POST /api/orders/:id/cancellation', { params: { id }, headers: keyHeader(key) }),
  );

export const useAddressChange = (id: number, key: string | undefined) =>
  useOwnChange((address: string) =>
    call('PUT /api/orders/:id/address', {
      params: { id },
      headers: keyHeader(key),
      body: { address },
    }),
  );
