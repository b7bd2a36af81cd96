import { toastError } from '#ui/error-toast.ts';
import { messageOf } from '#ui/lib/api.ts';
import { toast } from '#ui/toast.ts';

export const toastStatusUpdated = (): void =>
  void toast({
    title: 'Status Updated',
    description: 'The order status has been updated successfully.',
  });

export const toastPaid = ({ isPart, done }: { isPart: boolean; done: string }): void =>
  isPart ? void toast({ title: 'Payment Noted', description: done }) : toastStatusUpdated();

export const ACCEPT_AS_SETTLED = 'Accept as settled';
export const KEEP_AS_GIFT = 'Keep as a gift';
export const EMAIL_BUYER = 'Email the buyer';

/** Follows the name of a button that also sends an email. */
export const AND_EMAIL = ' and email the buyer';

export const toastNotUpdated = (error: unknown) =>
  toastError(error, `Failed to update order: ${messageOf(error)}`);
export const toastNotCancelled = (error: unknown) =>
  toastError(error, `Failed to cancel orders: ${messageOf(error)}`);
