import { queryOptions } from '@tanstack/react-query';
import { call } from '#ui/lib/api.ts';

export const doctorQuery = queryOptions({
  queryKey: ['doctor'],
  queryFn: () => call('POST /api/manage/doctor'),
  staleTime: 0,
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
});
