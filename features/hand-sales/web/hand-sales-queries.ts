import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refetchAll } from '#core/web/selling/orders/admin-order-queries.ts';
import type { SaleInput } from '#features/hand-sales/contract/sales.ts';
import { call } from '#ui/lib/api.ts';

/** The same sale sent again under its key, after a lost response, is the same order. */
export function useSale() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ key, sale }: { key: string; sale: SaleInput }) =>
      call('POST /api/manage/sales', { body: sale, headers: { 'idempotency-key': key } }),
    onSettled: () => refetchAll(queryClient),
  });
}
