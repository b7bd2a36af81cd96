/** A token proves when a visitor's form was opened. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormProof } from '#core/contract/messages/form-calls.ts';
import { MIN_FILL_MS } from '#core/contract/messages/form-rules.ts';
import { call, problemCode } from '#ui/lib/api.ts';

const formQuery = queryOptions({
  queryKey: ['inquiry-form'],
  queryFn: async () => ({
    ...(await call('GET /api/inquiries/form')),
    openedAt: performance.now(),
  }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Waits with sending until the shop takes the token; replaces one that is too old. */
export function useFormSending<Fields, Sent>(send: (fields: Fields & FormProof) => Promise<Sent>) {
  const queryClient = useQueryClient();
  useQuery(formQuery);
  return useMutation({
    mutationFn: async (fields: Fields) => {
      const { token, openedAt } = await queryClient.ensureQueryData(formQuery);
      await new Promise((resolve) =>
        setTimeout(resolve, openedAt + MIN_FILL_MS - performance.now()),
      );
      return send({ ...fields, token });
    },
    onError: (error) => {
      if (problemCode(error) === 'state_conflict') void queryClient.resetQueries(formQuery);
    },
  });
}
