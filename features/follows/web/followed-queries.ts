import { queryOptions } from '@tanstack/react-query';
import { call } from '#ui/lib/api.ts';

export const followedListsQuery = queryOptions({
  queryKey: ['followed-lists'],
  queryFn: () => call('GET /api/manage/follows'),
  staleTime: 0,
  refetchOnMount: 'always',
});
