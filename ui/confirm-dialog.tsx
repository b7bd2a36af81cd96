import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  open: boolean;
  title: string;
  children: ReactNode;
  cancel?: string;
  /** null: there is nothing to confirm. */
  confirm: string | null;
  /**
   * While the action runs, the button does nothing and keeps the focus: in a dialog there's no
   * better place for it.
   */
  isBusy?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

export function ConfirmDialog({
  open,
  title,
  children,
  cancel = 'Cancel',
  confirm,
  isBusy = false,
  onCancel,
  onConfirm,
}: Props) {
  return (
    <Dialog open={open} onClose={onCancel} title={title}>
      <div className="wrap-anywhere">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="outline" data-focus-first onClick={onCancel}>
          {cancel}
        </Button>
        {confirm !== null && (
          <Button look="danger" aria-disabled={isBusy} onClick={isBusy ? undefined : onConfirm}>
            {confirm}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
