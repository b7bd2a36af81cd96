/** In local storage under `auth`: a hint for the first paint, which grants nothing. */
import { readStored, writeStored } from '#ui/lib/storage.ts';

type AuthHint = { isAuthenticated: boolean; userRole: 'guest' | 'admin' };

export const guest: AuthHint = { isAuthenticated: false, userRole: 'guest' };
const KEY = 'auth';

let hint: AuthHint | null = null;
const listeners = new Set<() => void>();

export function subscribeToHint(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function readHint(): AuthHint {
  hint ??= parse(readStored('localStorage', KEY));
  return hint;
}

export function writeHint(next: AuthHint): void {
  if (next.userRole === readHint().userRole) return;
  hint = next;
  writeStored('localStorage', KEY, JSON.stringify(next));
  for (const listener of listeners) listener();
}

function parse(text: string | null): AuthHint {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    const isAdmin =
      typeof stored === 'object' &&
      stored !== null &&
      'userRole' in stored &&
      stored.userRole === 'admin';
    return isAdmin ? { isAuthenticated: true, userRole: 'admin' } : guest;
  } catch {
    writeStored('localStorage', KEY, null);
    return guest;
  }
}
