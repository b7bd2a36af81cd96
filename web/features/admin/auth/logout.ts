import { send } from '#web/lib/api.ts';
import { signalLogout } from '#web/lib/logout-signal.ts';

/**
 * Ends the session, and what is on this device of the admin's: drafts, and what extras have there. Asks first where something of it is not in the shop yet.
 * @returns false: the admin stays. @throws ApiError; then nothing has ended.
 */
export async function logout(): Promise<boolean> {
  const { onDevice } = await import('#web/on-desk.tsx');
  for (const { lossAtLogout } of onDevice) {
    const loss = (await lossAtLogout?.()) ?? null;
    if (loss === null) continue;
    const { askBeforeLogout } = await import('./ask-before-logout.ts');
    if (!(await askBeforeLogout(loss))) return false;
  }
  await send('/api/auth/logout', { method: 'POST' });
  // Open forms stop writing.
  signalLogout();
  const { forgetAllDrafts } = await import('#web/features/catalogue/editing/drafts/draft-queries.ts');
  await Promise.all([forgetAllDrafts(), ...onDevice.map(({ forget }) => forget())]);
  return true;
}
