import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { refetchAll } from '#core/web/selling/orders/admin-order-queries.ts';
import type { BulkMove } from '#features/bulk-shipping/contract/bulk-moves.ts';
import type {
  BulkMoveInput,
  BulkMoveReport,
} from '#features/bulk-shipping/contract/bulk-shipping.ts';
import { call, messageOf } from '#ui/lib/api.ts';
import { isLoggedOut } from '#ui/lib/refusals.ts';

export const movePlanQuery = (status: BulkMove, ids: readonly number[]) =>
  queryOptions({
    queryKey: ['order-moves', status, ids],
    queryFn: () =>
      call('GET /api/manage/orders/moves', { query: { status, orders: ids.join(',') } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  });

export function useMoves() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkMoveInput) => call('POST /api/manage/orders/moves', { body }),
    onSettled: () => refetchAll(queryClient),
  });
}

/** Takes the steps back one by one. @returns why those that stay do. */
export function useMovesUndo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (steps: { id: number; at: string }[]) => {
      const left: BulkMoveReport['results'] = [];
      for (const { id, at } of steps)
        try {
          await call('POST /api/manage/orders/:id/undo', { params: { id }, body: { at } });
        } catch (error) {
          if (isLoggedOut(error)) throw error;
          left.push({ id, isDone: false, message: messageOf(error, unanswered(id)), undo: null });
        }
      return left;
    },
    onSettled: () => refetchAll(queryClient),
  });
}

const unanswered = (id: number) => `Order #${id} could not be undone. Please look again.`;

export type LastMoves = { status: BulkMove } & BulkMoveReport;
const lastKey = ['last-order-moves'];

/** What was marked at once before, until it is put away. */
export function useLastMoves() {
  const queryClient = useQueryClient();
  const { data } = useQuery<LastMoves | null>({
    queryKey: lastKey,
    queryFn: () => null,
    initialData: null,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    last: data,
    keep: (moves: LastMoves | null) => queryClient.setQueryData(lastKey, moves),
  };
}
