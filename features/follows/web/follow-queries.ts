import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import { FOLLOW_KEY_HEADER } from '#features/follows/contract/follow-rules.ts';
import type { Follow } from '#features/follows/contract/follows.ts';
import { call } from '#ui/lib/api.ts';

const followKey = (id: number) => ['follow', id] as const;
const byLink = ({ id, key }: KeyedLink) => ({
  params: { id },
  headers: { [FOLLOW_KEY_HEADER]: key },
});

export const followableQuery = (query: string) =>
  queryOptions({
    queryKey: ['followable', query],
    queryFn: () => call('GET /api/followable', { query: { query } }),
  });

export const followQuery = (link: KeyedLink) =>
  queryOptions({
    queryKey: followKey(link.id),
    queryFn: () => call('GET /api/follows/:id', byLink(link)),
    staleTime: 0,
    refetchOnMount: 'always',
    retry: false,
  });

export function useFollowChange(link: KeyedLink) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: 'confirm' | 'end'): Promise<Follow | null> =>
      call(
        change === 'confirm' ? 'POST /api/follows/:id/confirmation' : 'DELETE /api/follows/:id',
        byLink(link),
      ),
    onSuccess: (follow) => follow && queryClient.setQueryData(followKey(link.id), follow),
  });
}

/**
 * @throws ApiError `too_many_requests`; `state_conflict` where nobody can be told or the form is
 * too old.
 */
export async function askToFollow(body: {
  query: string;
  email: string;
  token: string;
  website: string;
}): Promise<void> {
  await call('POST /api/follows', { body });
}
