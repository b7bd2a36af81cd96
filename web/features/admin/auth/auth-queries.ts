import { queryOptions } from '@tanstack/react-query';
import type { Me } from '#contract/admin/auth.ts';
import { call } from '#web/lib/api.ts';

/** Who is logged in, according to the server; fetched again on every mount. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => call<Me>('/api/auth/me'),
  staleTime: 0,
  refetchOnMount: 'always',
});
