import { queryOptions } from '@tanstack/react-query';
import type { Installation } from '#contract/version.ts';
import { call } from '#web/lib/api.ts';

export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: () => call<Installation>('/api/manage/version'),
});
