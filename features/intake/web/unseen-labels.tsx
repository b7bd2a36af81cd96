import { Button } from '#ui/button.tsx';
import { RowFrame } from './intake-rows.tsx';
import { rangesOf } from './number-ranges.ts';

export function UnseenLabels({
  unseen,
  isBusy,
  onLeaveOut,
}: {
  unseen: string[];
  isBusy: boolean;
  onLeaveOut: () => void;
}) {
  const isOne = unseen.length === 1;
  return (
    <section aria-label="Labels we didn’t see" className="mb-6 callout bg-raised px-4 py-3">
      <p>
        We saw no label for <strong className="figures font-semibold">{rangesOf(unseen)}</strong>.{' '}
        {isOne
          ? 'If you photographed it, its photos are somewhere below.'
          : 'If you photographed any of these, their photos are somewhere below.'}{' '}
        Move them to the right number before you make drafts.
      </p>
      <Button look="outline" className="mt-2" disabled={isBusy} onClick={onLeaveOut}>
        {isOne ? `I didn’t photograph ${unseen[0]}` : 'I didn’t photograph these'}
      </Button>
    </section>
  );
}

/** @param onLeaveOut for a number whose label was not seen, else `onRemove`. */
export function EmptyRow({
  number,
  isBusy,
  onLeaveOut,
  onRemove,
}: {
  number: string;
  isBusy: boolean;
  onLeaveOut: (() => void) | undefined;
  onRemove: () => void;
}) {
  return (
    <RowFrame name={number} row={number} isDone={false} isThin>
      <h2 tabIndex={-1} className="figures self-center text-xl wrap-anywhere">
        {number}
      </h2>
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 border border-dashed border-line px-4 max-sm:pt-3">
        <p className="text-quiet">
          {onLeaveOut ? 'No label seen. Drop its photos here.' : 'New row. Drop its photos here.'}
        </p>
        {onLeaveOut ? (
          <Button
            look="plain"
            className="px-0!"
            disabled={isBusy}
            aria-label={`${number}: not photographed`}
            onClick={onLeaveOut}
          >
            Not photographed
          </Button>
        ) : (
          <Button
            look="plain"
            className="px-0!"
            aria-label={`Remove row ${number}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        )}
      </div>
    </RowFrame>
  );
}
