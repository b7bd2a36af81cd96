import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#ui/lib/api.ts';

/** Fetched again on every mount. */
export const otherMailsQuery = queryOptions({
  queryKey: ['mails'],
  queryFn: () => call('GET /api/mails'),
  staleTime: 0,
  refetchOnMount: 'always',
});

export const queued = { title: 'Email Queued', description: 'It will be sent in a moment.' };

/** @param queryKey of the query that shows the mail. */
export function useMailSending(queryKey: QueryKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (mailId: number) => call('POST /api/mails/:id/send', { params: { id: mailId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
