/** The admin's call for what waits. */
import { queryOptions } from '@tanstack/react-query';
import { waitingKey } from '#core/web/admin/account/waiting-queries.ts';
import { call } from '#ui/lib/api.ts';

/** Fetched again on every mount, and when the admin comes back to the window. */
export const todayQuery = queryOptions({
  queryKey: waitingKey,
  queryFn: () => call('GET /api/manage/today'),
  staleTime: 0,
  refetchOnMount: 'always',
  refetchOnWindowFocus: true,
});
