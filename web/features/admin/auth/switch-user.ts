import type { Query, QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import type { Me } from '#contract/admin/auth.ts';
import { settingsKey } from '#web/features/admin/settings/settings-queries.ts';
import { meQuery } from './auth-queries.ts';
import { remember } from './auth-session.tsx';

/** Takes over who the server says has logged in or out. */
export async function switchUser(next: Me, { queryClient, router }: { queryClient: QueryClient; router: AnyRouter }): Promise<void> {
  remember(next);
  // Cached responses must not outlive a login or logout: visitor and admin see different lists. A page over which somebody logs in stays as it
  // is, with what is typed there, and fetches again what it shows.
  const remaining = [settingsKey[0], meQuery.queryKey[0]];
  const predicate = ({ queryKey }: Query) => !remaining.some((name) => name === queryKey[0]);
  queryClient.removeQueries({ predicate, type: next.isAuthenticated ? 'inactive' : 'all' });
  queryClient.setQueryData(meQuery.queryKey, next);
  if (next.isAuthenticated) void queryClient.invalidateQueries({ predicate });
  await router.invalidate();
}
