import { messageOf } from '#web/lib/api.ts';
import { isCancelled } from '#web/lib/cancelled.ts';
import { isLoggedOut } from '#web/lib/refusals.ts';
import { toast } from './toast.ts';

/** Says that something the admin wanted done has failed. Where the session has ended, the login is open over the page and says enough. */
export function toastError(error: unknown, description = messageOf(error)): undefined {
  if (!isLoggedOut(error) && !isCancelled(error)) toast({ variant: 'destructive', title: 'Error', description });
}
