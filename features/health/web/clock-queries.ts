import { useMutation, useQueryClient } from '@tanstack/react-query';
import { waitingKey } from '#core/web/admin/account/waiting-queries.ts';
import { call } from '#ui/lib/api.ts';

export function useClockTrust() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/manage/clock'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: waitingKey }),
  });
}
