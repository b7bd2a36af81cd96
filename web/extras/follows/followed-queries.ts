/** What the admin may know of want lists. */
import { queryOptions } from '@tanstack/react-query';
import type { FollowedLists } from '#contract/extras/follows/follows.ts';
import { call } from '#web/lib/api.ts';

/** Which lists are followed by how many. */
export const followedListsQuery = queryOptions({
  queryKey: ['followed-lists'],
  queryFn: () => call<FollowedLists>('/api/manage/follows'),
  staleTime: 0,
  refetchOnMount: 'always',
});
