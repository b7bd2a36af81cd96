/** The admin's calls about intakes. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DraftsMade, Intake, IntakeChange, IntakeDrafts, IntakeSplit, Intakes } from '#contract/extras/intake/intakes.ts';
import { call, send } from '#web/lib/api.ts';

const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;
const ROOT = '/api/manage/intakes';

export const intakesQuery = queryOptions({ queryKey: ['intakes'], queryFn: () => call<Intakes>(ROOT), ...fresh });

export const intakeQuery = (id: number) =>
  queryOptions({ queryKey: ['intakes', id], queryFn: () => call<Intake>(`${ROOT}/${id}`), ...fresh });

export const intakeDraftsQuery = (id: number) =>
  queryOptions({ queryKey: ['intakes', id, 'drafts'], queryFn: () => call<IntakeDrafts>(`${ROOT}/${id}/drafts`), ...fresh });

export function useBeginning() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call<Intake>(ROOT, { method: 'POST' }),
    onSuccess: (begun) => {
      queryClient.setQueryData(intakeQuery(begun.id).queryKey, begun);
      void queryClient.invalidateQueries({ queryKey: intakesQuery.queryKey, exact: true });
    },
  });
}

/** What the admin says while looking through an intake. */
export type ReviewStep =
  | { path: 'changes'; body: IntakeChange }
  | { path: 'splits'; body: IntakeSplit }
  | { path: 'not-photographed'; body: { numbers: string[] } }
  | { path: 'numbers'; body: { number: string } }
  | { path: 'undo'; body: object };

export function useReviewing(id: number) {
  const queryClient = useQueryClient();
  const { queryKey } = intakeQuery(id);
  return useMutation({
    mutationFn: ({ path, body }: ReviewStep) => call<Intake>(`${ROOT}/${id}/${path}`, { method: 'POST', body }),
    // What was read before the change would put it back.
    onMutate: () => queryClient.cancelQueries({ queryKey, exact: true }),
    onSuccess: (intake) => queryClient.setQueryData(queryKey, intake),
  });
}

export function useDraftMaking(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call<DraftsMade>(`${ROOT}/${id}/drafts`, { method: 'POST' }),
    onSuccess: ({ intake }) => queryClient.setQueryData(intakeQuery(id).queryKey, intake),
  });
}

/** Ends an intake, with all of it that no specimen has. */
export function useEnding(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => send(`${ROOT}/${id}`, { method: 'DELETE' }),
    onSuccess: () => {
      // It is no longer asked for.
      queryClient.setQueryData(intakesQuery.queryKey, (all) => all?.filter((one) => one.id !== id));
      void queryClient.invalidateQueries({ queryKey: intakesQuery.queryKey, exact: true });
    },
  });
}
