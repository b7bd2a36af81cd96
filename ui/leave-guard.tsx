import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

export const UNSAVED = 'You’ll lose your unsaved changes.';

/** A hash opens no other page. */
const placeOf = ({ pathname, search }: { pathname: string; search: unknown }) =>
  JSON.stringify([pathname, search]);

export function LeaveGuard({ when, children }: { when: () => boolean; children: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => placeOf(current) !== placeOf(next) && when(),
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title="Leave this page?"
      cancel="Stay"
      confirm="Leave"
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
