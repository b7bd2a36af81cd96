import { isLoggedOut, messageOf } from '#web/lib/api.ts';
import { toast } from './toast.ts';

/** Says that something the admin wanted done has failed, and has the login opened over the page where it has run out. */
export function toastError(error: unknown, onLoginNeeded: () => void, description = messageOf(error)): void {
  if (isLoggedOut(error)) onLoginNeeded();
  toast({ variant: 'destructive', title: 'Error', description });
}
