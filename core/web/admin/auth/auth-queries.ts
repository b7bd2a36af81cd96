import { queryOptions } from '@tanstack/react-query';
import { call } from '#ui/lib/api.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => call('GET /api/auth/me'),
  staleTime: 0,
  refetchOnMount: 'always',
});
