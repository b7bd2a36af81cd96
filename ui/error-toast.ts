import { messageOf } from '#ui/lib/api.ts';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { isLoggedOut } from '#ui/lib/refusals.ts';
import { toast } from './toast.ts';

/** Where the session has ended, the login is open over the page and says enough. */
export function toastError(error: unknown, description = messageOf(error)): undefined {
  if (!isLoggedOut(error) && !isCancelled(error))
    toast({ variant: 'destructive', title: 'Error', description });
}
