import { Button } from './button.tsx';

type Props = {
  /** Why it could not be sent; null: nothing to say. */
  problem: string | null | undefined;
  isBusy: boolean;
  /** What is yet to come moves the button: a press waits for it, the Enter key need not. */
  isMoving?: boolean;
  submit: string;
  isDanger?: boolean;
  close?: string;
  onClose: () => void;
  focus?: 'submit' | 'close';
};

export const FormEnd = ({
  problem,
  isBusy,
  isMoving = false,
  submit,
  isDanger = false,
  close = 'Close',
  onClose,
  focus,
}: Props) => (
  <>
    {problem && (
      <p role="alert" className="callout look-bad wrap-anywhere">
        {problem}
      </p>
    )}
    <div className="flex flex-wrap justify-end gap-3">
      <Button
        look="outline"
        data-focus-first={focus === 'close' ? '' : undefined}
        onClick={onClose}
      >
        {close}
      </Button>
      <Button
        type="submit"
        look={isDanger ? 'danger' : 'solid'}
        data-focus-first={focus === 'submit' ? '' : undefined}
        disabled={isBusy}
        aria-disabled={isMoving || undefined}
      >
        {submit}
      </Button>
    </div>
  </>
);
