/** The admin's calls about inquiries. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Inbox } from '#contract/messages/inquiries.ts';
import type { InquiryStatus } from '#contract/messages/inquiry-rules.ts';
import { call, queryString, send } from '#web/lib/api.ts';
import { ifMatch } from '#web/lib/if-match.ts';
import { wholeNumber } from '#web/lib/whole-number.ts';

/** The query of /inbox: without a filter the open threads are listed. With a question it opens at the page that has it. */
export type InboxSearch = { filter?: 'done' | undefined; page?: number | undefined; question?: number | undefined };

/** What of a URL's search the inbox understands. */
export function parseInboxSearch(raw: Record<string, unknown>): InboxSearch {
  const page = wholeNumber(raw.page, 6);
  const question = wholeNumber(raw.question, 10);
  return {
    ...(raw.filter === 'done' && { filter: 'done' as const }),
    ...(page !== undefined && page > 1 && { page }),
    ...(question !== undefined && { question }),
  };
}

const inboxKey = ['inbox'] as const;

/** A page of the inbox; fetched again on every mount. */
export const inboxQuery = ({ filter, page, question }: InboxSearch) =>
  queryOptions({
    queryKey: [...inboxKey, { filter, page, question }],
    queryFn: () => call<Inbox>(`/api/manage/inquiries${queryString({ status: filter, page, question })}`),
    staleTime: 0,
    refetchOnMount: 'always',
  });

export type InquiryChange = { id: number } & (
  | { answer: string; lastMessage: number | undefined }
  | { status: InquiryStatus }
  | { isDeleted: true }
);

/** Answers, closes, opens again or deletes an inquiry; the list follows. */
export function useInquiryChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...change }: InquiryChange) => {
      const path = `/api/manage/inquiries/${id}`;
      if ('answer' in change) {
        const headers = change.lastMessage === undefined ? {} : ifMatch(change.lastMessage);
        return send(`${path}/answers`, { method: 'POST', body: { text: change.answer }, headers });
      }
      return 'status' in change ? send(path, { method: 'PATCH', body: change }) : send(path, { method: 'DELETE' });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: inboxKey }),
  });
}
