/** How visitors' forms are sent: with a token that proves when they were opened. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InquiryForm } from '#contract/messages/inquiries.ts';
import { call, problemCode } from '#web/lib/api.ts';

/** Proof of when the form was opened; a new one for every form. */
const formQuery = queryOptions({
  queryKey: ['inquiry-form'],
  queryFn: () => call<InquiryForm>('/api/inquiries/form'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Fetches the form's token now, and sends the fields with it; one that is too old is replaced. */
export function useFormSending<Fields, Sent>(send: (fields: Fields & InquiryForm) => Promise<Sent>) {
  const queryClient = useQueryClient();
  useQuery(formQuery);
  return useMutation({
    mutationFn: async (fields: Fields) => {
      const { token } = await queryClient.ensureQueryData(formQuery);
      return send({ ...fields, token });
    },
    onError: (error) => {
      if (problemCode(error) === 'state_conflict') void queryClient.resetQueries(formQuery);
    },
  });
}
