import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { IntakeChange, IntakeSplit } from '#features/intake/contract/intakes.ts';
import { call } from '#ui/lib/api.ts';

const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

export const intakesQuery = queryOptions({
  queryKey: ['intakes'],
  queryFn: () => call('GET /api/manage/intakes'),
  ...fresh,
});

export const intakeQuery = (id: number) =>
  queryOptions({
    queryKey: ['intakes', id],
    queryFn: () => call('GET /api/manage/intakes/:id', { params: { id } }),
    ...fresh,
  });

export const intakeDraftsQuery = (id: number) =>
  queryOptions({
    queryKey: ['intakes', id, 'drafts'],
    queryFn: () => call('GET /api/manage/intakes/:id/drafts', { params: { id } }),
    ...fresh,
  });

export function useBeginning() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/manage/intakes'),
    onSuccess: (begun) => {
      queryClient.setQueryData(intakeQuery(begun.id).queryKey, begun);
      void queryClient.invalidateQueries({ queryKey: intakesQuery.queryKey, exact: true });
    },
  });
}

export type ReviewStep =
  | { path: 'changes'; body: IntakeChange }
  | { path: 'splits'; body: IntakeSplit }
  | { path: 'not-photographed'; body: { numbers: string[] } }
  | { path: 'numbers'; body: { number: string } }
  | { path: 'undo'; body?: undefined };

export function useReviewing(id: number) {
  const queryClient = useQueryClient();
  const { queryKey } = intakeQuery(id);
  return useMutation({
    mutationFn: ({ path, body }: ReviewStep) =>
      call(`POST /api/manage/intakes/:id/${path}`, { params: { id }, body }),
    // What was read before the change would put it back.
    onMutate: () => queryClient.cancelQueries({ queryKey, exact: true }),
    onSuccess: (intake) => queryClient.setQueryData(queryKey, intake),
  });
}

export function useDraftMaking(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/manage/intakes/:id/drafts', { params: { id } }),
    onSuccess: ({ intake }) => queryClient.setQueryData(intakeQuery(id).queryKey, intake),
  });
}

export function useEnding(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/manage/intakes/:id', { params: { id } }),
    onSuccess: () => {
      queryClient.setQueryData(intakesQuery.queryKey, (all) => all?.filter((one) => one.id !== id));
      void queryClient.invalidateQueries({ queryKey: intakesQuery.queryKey, exact: true });
    },
  });
}
