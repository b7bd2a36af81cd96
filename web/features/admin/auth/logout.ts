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
  const { draftsAtLogout, forgetAllDrafts } = await import('#web/features/catalogue/editing/drafts/draft-queries.ts');
  const losses = await Promise.all([draftsAtLogout(), ...onDevice.map(async ({ lossAtLogout }) => (await lossAtLogout?.()) ?? null)]);
  const lost = losses.filter((loss) => loss !== null);
  if (lost.length > 0) {
    const { askBeforeLogout } = await import('./ask-before-logout.ts');
    if (!(await askBeforeLogout(lost.join(' ')))) return;
  }
  await send('/api/auth/logout', { method: 'POST' });
  // Open forms stop writing.
  signalLogout();
  await Promise.all([forgetAllDrafts(), ...onDevice.map(({ forget }) => forget())]);
  const demoCredentials = page.queryClient.getQueryData(meQuery.queryKey)?.demoCredentials ?? null;
  await switchUser({ isAuthenticated: false, userRole: 'guest', username: null, demoCredentials }, page);
}
