import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { LeaveGuard, UNSAVED } from './leave-guard.tsx';

/**
 * Asks before a dialog with unsaved text is closed, or its page left.
 * @returns `close` for whatever closes the dialog without saving, and the question, to be shown in
 * the dialog.
 */
export function useGuardedClose(
  isTouched: boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  // One after the other: each gives the focus back to what opened it.
  const discard = () => {
    flushSync(() => setAsking(false));
    onClose();
  };
  return {
    close: () => (isTouched ? setAsking(true) : onClose()),
    question: (
      <>
        <ConfirmDialog
          open={isAsking}
          title="Discard your changes?"
          cancel="Keep editing"
          confirm="Discard"
          onCancel={() => setAsking(false)}
          onConfirm={discard}
        >
          {UNSAVED}
        </ConfirmDialog>
        <LeaveGuard when={() => isTouched}>{UNSAVED}</LeaveGuard>
      </>
    ),
  };
}
