import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { call } from '#ui/lib/api.ts';
import { signalLogout } from '#ui/lib/logout-signal.ts';
import { meQuery } from './auth-queries.ts';
import { switchUser } from './switch-user.ts';

/**
 * Ends the session and removes the admin's data from this device: drafts, and what features keep
 * there. Asks first if the shop lacks some of it.
 * @throws ApiError; then nothing has ended.
 */
export async function logout(page: { queryClient: QueryClient; router: AnyRouter }): Promise<void> {
  const { onDevice } = await import('#core/web/on-desk.tsx');
  const { draftsAtLogout, forgetAllDrafts } = await import(
    '#core/web/catalogue/editing/drafts/draft-queries.ts'
  );
  const losses = await Promise.all([
    draftsAtLogout(),
    ...onDevice.map(async ({ lossAtLogout }) => (await lossAtLogout?.()) ?? null),
  ]);
  const lost = losses.filter((loss) => loss !== null);
  if (lost.length > 0) {
    const { askBeforeLogout } = await import('./ask-before-logout.ts');
    if (!(await askBeforeLogout(lost.join(' ')))) return;
  }
  await call('POST /api/auth/logout');
  // Open forms stop writing.
  signalLogout();
  await Promise.all([forgetAllDrafts(), ...onDevice.map(({ forget }) => forget())]);
  const demoCredentials = page.queryClient.getQueryData(meQuery.queryKey)?.demoCredentials ?? null;
  await switchUser(
    { isAuthenticated: false, userRole: 'guest', username: null, demoCredentials },
    page,
  );
}
