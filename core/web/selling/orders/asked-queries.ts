import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProposalAnswer } from '#core/contract/selling/changing-orders.ts';
import { call } from '#ui/lib/api.ts';
import { keyHeader, orderKey } from './order-queries.ts';

/** Reads the page again, also where the answer comes too late. */
export function useProposalAnswer(id: number, proposalId: number, key: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: ProposalAnswer['answer']) =>
      call('POST /api/orders/:id/proposals/:proposalId/answer', {
        params: { id, proposalId },
        body: { answer },
        headers: keyHeader(key),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: orderKey }),
  });
}
