/** The admin's calls about one buyer's data. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BuyerData, BuyerDataCounts } from '#contract/transfer/buyer-data.ts';
import { call, send } from '#web/lib/api.ts';

const path = '/api/manage/buyer-data';

/** How much there is; asked again each time. */
export const buyerDataQuery = (email: string) =>
  queryOptions({
    queryKey: ['buyer-data', email],
    queryFn: () => call<BuyerDataCounts>(path, { method: 'POST', body: { email } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** All of it. Throws ApiError: `confirmation_required`. */
export const exportBuyerData = (email: string) => call<BuyerData>(`${path}/export`, { method: 'POST', body: { email } });

/** Erases all of it. The mutation's error is an ApiError: `confirmation_required`, `state_conflict`. */
export function useBuyerErasure() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; evenOpen: boolean }) => send(`${path}/erase`, { method: 'POST', body }),
    // Orders, questions and mails all show less.
    onSettled: () => queryClient.invalidateQueries(),
  });
}
