/** How visitors' forms are sent: with a token that proves when they were opened. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MIN_FILL_MS } from '#contract/messages/form-rules.ts';
import type { InquiryForm } from '#contract/messages/inquiries.ts';
import { call, problemCode } from '#web/lib/api.ts';

/** Proof of when the form was opened; a new one for every form. */
const formQuery = queryOptions({
  queryKey: ['inquiry-form'],
  queryFn: async () => ({ ...(await call<InquiryForm>('/api/inquiries/form')), openedAt: performance.now() }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Fetches the form's token now, and sends the fields with it once the shop takes them; one that is too old is replaced. */
export function useFormSending<Fields, Sent>(send: (fields: Fields & InquiryForm) => Promise<Sent>) {
  const queryClient = useQueryClient();
  useQuery(formQuery);
  return useMutation({
    mutationFn: async (fields: Fields) => {
      const { token, openedAt } = await queryClient.ensureQueryData(formQuery);
      await new Promise((resolve) => setTimeout(resolve, openedAt + MIN_FILL_MS - performance.now()));
      return send({ ...fields, token });
    },
    onError: (error) => {
      if (problemCode(error) === 'state_conflict') void queryClient.resetQueries(formQuery);
    },
  });
}
