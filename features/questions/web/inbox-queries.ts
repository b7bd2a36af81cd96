import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InquiryStatus } from '#features/questions/contract/inquiry-rules.ts';
import { call } from '#ui/lib/api.ts';
import { ifMatch } from '#ui/lib/if-match.ts';
import { wholeNumber } from '#ui/lib/whole-number.ts';

/** Without a filter the open threads are listed. A question opens its page. */
export type InboxSearch = {
  filter?: 'done' | undefined;
  page?: number | undefined;
  question?: number | undefined;
};

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

export const inboxQuery = ({ filter, page, question }: InboxSearch) =>
  queryOptions({
    queryKey: [...inboxKey, { filter, page, question }],
    queryFn: () => call('GET /api/manage/inquiries', { query: { status: filter, page, question } }),
    staleTime: 0,
    refetchOnMount: 'always',
  });

export type InquiryChange = { id: number } & (
  | { answer: string; lastMessage: number | undefined }
  | { status: InquiryStatus }
  | { isDeleted: true }
);

export function useInquiryChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...change }: InquiryChange) => {
      const params = { id };
      if ('answer' in change) {
        const headers = change.lastMessage === undefined ? {} : ifMatch(change.lastMessage);
        const body = { text: change.answer };
        return call('POST /api/manage/inquiries/:id/answers', { params, body, headers });
      }
      return 'status' in change
        ? call('PATCH /api/manage/inquiries/:id', { params, body: change })
        : call('DELETE /api/manage/inquiries/:id', { params });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: inboxKey }),
  });
}
