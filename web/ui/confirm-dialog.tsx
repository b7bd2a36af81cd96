import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  open: boolean;
  title: string;
  /** The question. */
  children: ReactNode;
  cancel?: string;
  confirm: string;
  /** Whether the confirmed action is running; its button does nothing then, and keeps the focus: in a dialog there's no better place for it. */
  isBusy?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks for confirmation before something that cannot be undone. The harmless button has the focus. */
export function ConfirmDialog({ open, title, children, cancel = 'Cancel', confirm, isBusy = false, onCancel, onConfirm }: Props) {
  return (
    <Dialog open={open} onClose={onCancel} title={title}>
      <div className="wrap-anywhere">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="outline" data-focus-first onClick={onCancel}>
          {cancel}
        </Button>
        <Button look="danger" aria-disabled={isBusy} onClick={isBusy ? undefined : onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
