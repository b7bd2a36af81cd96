import { queryOptions } from '@tanstack/react-query';
import { call } from '#ui/lib/api.ts';

export const proxyQuery = queryOptions({
  queryKey: ['proxy'],
  queryFn: () => call('GET /api/manage/proxy'),
});
