/** A visitor's calls about want lists. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { FOLLOW_KEY_HEADER } from '#contract/extras/follows/follow-rules.ts';
import type { Follow, Followable } from '#contract/extras/follows/follows.ts';
import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import { call, queryString, send } from '#web/lib/api.ts';

const followKey = (id: number) => ['follow', id] as const;
const headersOf = ({ key }: KeyedLink) => ({ [FOLLOW_KEY_HEADER]: key });

/** A list as one may follow it. */
export const followableQuery = (query: string) =>
  queryOptions({ queryKey: ['followable', query], queryFn: () => call<Followable>(`/api/followable${queryString({ query })}`) });

/** A followed list by its link. */
export const followQuery = (link: KeyedLink) =>
  queryOptions({
    queryKey: followKey(link.id),
    queryFn: () => call<Follow>(`/api/follows/${link.id}`, { headers: headersOf(link) }),
    staleTime: 0,
    refetchOnMount: 'always',
    retry: false,
  });

/** Confirms that a list is followed, or ends it. */
export function useFollowChange(link: KeyedLink) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: 'confirm' | 'end'): Promise<Follow | null> => {
      const path = `/api/follows/${link.id}`;
      if (change === 'confirm') return call<Follow>(`${path}/confirmation`, { method: 'POST', headers: headersOf(link) });
      await send(path, { method: 'DELETE', headers: headersOf(link) });
      return null;
    },
    onSuccess: (follow) => follow && queryClient.setQueryData(followKey(link.id), follow),
  });
}

/** Asks to be told of what is new; throws ApiError: `too_many_requests`, `state_conflict` where nobody can be told or the form is too old. */
export async function askToFollow(body: { query: string; email: string; token: string; website: string }): Promise<void> {
  await send('/api/follows', { method: 'POST', body });
}
