import { send } from '#web/lib/api.ts';
import { signalLogout } from '#web/lib/logout-signal.ts';

/** Ends the session, and what was typed and not saved on this device. @throws ApiError; then nothing has ended. */
export async function logout(): Promise<void> {
  await send('/api/auth/logout', { method: 'POST' });
  // Open forms write nothing any more.
  signalLogout();
  const { forgetAllDrafts } = await import('#web/features/editing/drafts/draft-queries.ts');
  await forgetAllDrafts();
}
