import type { Query, QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import type { Me } from '#core/contract/admin/auth.ts';
import { settingsKey } from '#core/web/admin/settings/settings-queries.ts';
import { meQuery } from './auth-queries.ts';
import { remember } from './auth-session.tsx';

/** Takes over a login or logout that the server reports. */
export async function switchUser(
  next: Me,
  { queryClient, router }: { queryClient: QueryClient; router: AnyRouter },
): Promise<void> {
  remember(next);
  // Cached responses must not outlive a login or logout: visitor and admin see different lists. A
  // page under the login dialog keeps what is typed there, and fetches again what it shows.
  const remaining = [settingsKey[0], meQuery.queryKey[0]];
  const predicate = ({ queryKey }: Query) => !remaining.some((name) => name === queryKey[0]);
  queryClient.removeQueries({ predicate, type: next.isAuthenticated ? 'inactive' : 'all' });
  queryClient.setQueryData(meQuery.queryKey, next);
  if (next.isAuthenticated) void queryClient.invalidateQueries({ predicate });
  await router.invalidate();
}
