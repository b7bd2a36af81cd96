import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProposalAnswer } from '#contract/selling/changing-orders.ts';
import type { FollowedOrder } from '#contract/selling/orders.ts';
import { call } from '#web/lib/api.ts';
import { keyHeader, orderKey } from './order-queries.ts';

/** The buyer's answer to a change; also where it comes too late, the page is read again. */
export function useProposalAnswer(id: number, proposalId: number, key: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: ProposalAnswer['answer']) =>
      call<FollowedOrder>(`/api/orders/${id}/proposals/${proposalId}/answer`, {
        method: 'POST',
        body: { answer },
        headers: keyHeader(key),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: orderKey }),
  });
}
