import { send } from '#web/lib/api.ts';
import { signalLogout } from '#web/lib/logout-signal.ts';

/**
 * Ends the session, and what is on this device of the admin's: drafts, and what was taken to a mineral show. Asks first where something of it is not in the shop yet.
 * @returns false: the admin stays. @throws ApiError; then nothing has ended.
 */
export async function logout(): Promise<boolean> {
  const { forgetShow, lossAtLogout } = await import('#web/features/show/show-queries.ts');
  const loss = await lossAtLogout();
  if (loss !== null) {
    const { askBeforeLogout } = await import('./ask-before-logout.ts');
    if (!(await askBeforeLogout(loss))) return false;
  }
  await send('/api/auth/logout', { method: 'POST' });
  // Open forms stop writing.
  signalLogout();
  const { forgetAllDrafts } = await import('#web/features/editing/drafts/draft-queries.ts');
  const { forgetAllUnsent } = await import('#web/features/intake/unsent-queries.ts');
  await Promise.all([forgetAllDrafts(), forgetShow(), forgetAllUnsent()]);
  return true;
}
