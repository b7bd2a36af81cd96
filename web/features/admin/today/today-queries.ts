/** The admin's call for what waits. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Today } from '#contract/admin/today.ts';
import { call, send } from '#web/lib/api.ts';

/** Whatever settles something that waits invalidates it. */
export const todayKey = ['today'] as const;

/** Fetched again on every mount, and when the admin comes back to the window. */
export const todayQuery = queryOptions({
  queryKey: todayKey,
  queryFn: () => call<Today>('/api/manage/today'),
  staleTime: 0,
  refetchOnMount: 'always',
  refetchOnWindowFocus: true,
});

/** Says that the time is right after a jump of the clock. */
export function useClockTrust() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => send('/api/manage/clock', { method: 'POST' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: todayKey }),
  });
}
