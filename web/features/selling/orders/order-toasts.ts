/** What is said of changes that several parts of the admin's orders make. */
import { messageOf } from '#web/lib/api.ts';
import { toastError } from '#web/ui/error-toast.ts';
import { toast } from '#web/ui/toast.ts';

export const toastStatusUpdated = (): void =>
  void toast({ title: 'Status Updated', description: 'The order status has been updated successfully.' });

export const EMAIL_BUYER = 'Email the buyer';

/** Behind the name of a button that also sends an email. */
export const AND_EMAIL = ' and email the buyer';

export const toastNotUpdated = (error: unknown) => toastError(error, `Failed to update order: ${messageOf(error)}`);
export const toastNotCancelled = (error: unknown) => toastError(error, `Failed to cancel orders: ${messageOf(error)}`);
