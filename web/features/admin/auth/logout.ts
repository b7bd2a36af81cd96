import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { send } from '#web/lib/api.ts';
import { signalLogout } from '#web/lib/logout-signal.ts';
import { meQuery } from './auth-queries.ts';
import { switchUser } from './switch-user.ts';

/**
 * Ends the session, and what is on this device of the admin's: drafts, and what extras have there. Asks first where something of it is not in the shop yet.
 * @throws ApiError; then nothing has ended.
 */
export async function logout(page: { queryClient: QueryClient; router: AnyRouter }): Promise<void> {
  const { onDevice } = await import('#web/on-desk.tsx');
  for (const { lossAtLogout } of onDevice) {
    const loss = (await lossAtLogout?.()) ?? null;
    if (loss === null) continue;
    const { askBeforeLogout } = await import('./ask-before-logout.ts');
    if (!(await askBeforeLogout(loss))) return;
  }
  await send('/api/auth/logout', { method: 'POST' });
  // Open forms stop writing.
  signalLogout();
  const { forgetAllDrafts } = await import('#web/features/catalogue/editing/drafts/draft-queries.ts');
  await Promise.all([forgetAllDrafts(), ...onDevice.map(({ forget }) => forget())]);
  const demoCredentials = page.queryClient.getQueryData(meQuery.queryKey)?.demoCredentials ?? null;
  await switchUser({ isAuthenticated: false, userRole: 'guest', username: null, demoCredentials }, page);
}
