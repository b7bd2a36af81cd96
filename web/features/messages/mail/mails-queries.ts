/** The admin's calls about the mails that the shop writes. */
import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OtherMails } from '#contract/messages/mails.ts';
import { call, send } from '#web/lib/api.ts';

/** The latest mails that belong to no order; fetched again on every mount. */
export const otherMailsQuery = queryOptions({
  queryKey: ['mails'],
  queryFn: () => call<OtherMails>('/api/mails'),
  staleTime: 0,
  refetchOnMount: 'always',
});

/** Sends a mail by hand. @param queryKey of the query that shows it. */
export function useMailSending(queryKey: QueryKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (mailId: number) => send(`/api/mails/${mailId}/send`, { method: 'POST' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
