import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { Entry } from './entries.ts';
import { discardWords, mayBeThere } from './queue-rules.ts';
import type { useTypedEntry } from './use-typed-entry.ts';
import { DISCARD } from './words.ts';

export type EntryFormProps<E extends Entry> = {
  begun: E;
  onRecorded: () => void;
  onDiscard: () => void;
  isWorth: (entry: E) => boolean;
  onBack: () => void;
};

type Props<E extends Entry> = Omit<EntryFormProps<E>, 'onRecorded'> & {
  name: string;
  action: string;
  typing: ReturnType<typeof useTypedEntry<E>>;
  children: ReactNode;
};

export function EntryForm<E extends Entry>({
  begun,
  onDiscard,
  isWorth,
  onBack,
  name,
  action,
  typing,
  children,
}: Props<E>) {
  const { entry, problem, onSubmit, end } = typing;
  const [isAsking, setAsking] = useState(false);
  function discard() {
    end();
    onDiscard();
  }
  return (
    <form onSubmit={onSubmit} aria-label={name} noValidate className="mt-5 space-y-5">
      {begun.message !== null && (
        <p role="alert" className="callout look-bad wrap-anywhere">
          {begun.message}
        </p>
      )}
      {children}
      {problem !== null && (
        <p role="alert" className="callout look-bad">
          {problem}
        </p>
      )}
      <Button type="submit" className="min-h-16 w-full text-lg!">
        {action}
      </Button>
      <div className="grid grid-cols-2 gap-3">
        <Button
          look="outline"
          className="min-h-14"
          onClick={() => (isWorth(entry) ? onBack() : discard())}
        >
          Later
        </Button>
        <Button
          look="danger"
          className="min-h-14"
          onClick={() => (mayBeThere(entry) ? setAsking(true) : discard())}
        >
          Discard
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={DISCARD}
        confirm="Discard"
        onCancel={() => setAsking(false)}
        onConfirm={discard}
      >
        {discardWords(entry)}
      </ConfirmDialog>
    </form>
  );
}
