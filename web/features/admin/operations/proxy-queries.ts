import { queryOptions } from '@tanstack/react-query';
import type { ProxyState } from '#contract/admin/proxy-state.ts';
import { call } from '#web/lib/api.ts';

export const proxyQuery = queryOptions({
  queryKey: ['proxy'],
  queryFn: () => call<ProxyState>('/api/manage/proxy'),
});
