import { Button } from './button.tsx';

type Props = {
  /** Why it could not be sent; null: nothing to say. */
  problem: string | null | undefined;
  isBusy: boolean;
  /** What the button says that sends the form. */
  submit: string;
  isDanger?: boolean;
  close?: string;
  onClose: () => void;
  /** Which button has the focus first, in a form without a field that has. */
  focus?: 'submit' | 'close';
};

/** The end of a form in a dialog: what went wrong, and the buttons that leave and send it. */
export const FormEnd = ({ problem, isBusy, submit, isDanger = false, close = 'Close', onClose, focus }: Props) => (
  <>
    {problem && (
      <p role="alert" className="callout look-bad wrap-anywhere">
        {problem}
      </p>
    )}
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="outline" data-focus-first={focus === 'close' ? '' : undefined} onClick={onClose}>
        {close}
      </Button>
      <Button type="submit" look={isDanger ? 'danger' : 'solid'} data-focus-first={focus === 'submit' ? '' : undefined} disabled={isBusy}>
        {submit}
      </Button>
    </div>
  </>
);
