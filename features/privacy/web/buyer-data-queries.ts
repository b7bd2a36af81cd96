import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useDetailChange } from '#core/web/selling/orders/admin-order-queries.ts';
import { call } from '#ui/lib/api.ts';

/** Asked again each time. */
export const buyerDataQuery = (email: string) =>
  queryOptions({
    queryKey: ['buyer-data', email],
    queryFn: () => call('POST /api/manage/buyer-data', { body: { email } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** @throws ApiError `confirmation_required` */
export const exportBuyerData = (email: string) =>
  call('POST /api/manage/buyer-data/export', { body: { email } });

/** The mutation's error is an ApiError: `confirmation_required`, `state_conflict`. */
export function useBuyerErasure() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; evenOpen: boolean }) =>
      call('POST /api/manage/buyer-data/erase', { body }),
    // Orders, questions and mails all show less.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

export const useErasure = (id: number) =>
  useDetailChange(id, (evenPending: boolean) =>
    call('POST /api/manage/orders/:id/erase', { params: { id }, body: { evenPending } }),
  );
