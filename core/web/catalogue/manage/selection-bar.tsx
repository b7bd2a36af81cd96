import type { ReactNode } from 'react';
import { MAX_BULK_PIECES } from '#core/contract/catalogue/manage-ids.ts';
import { formatCount } from '#core/contract/counts.ts';
import { Button } from '#ui/button.tsx';
import { SaveBar } from '#ui/save-bar.tsx';
import { useAllIds } from './manage-queries.ts';
import type { ManageSearch } from './manage-search.ts';

export const listLink =
  'figures inline-flex min-h-11 items-center text-quiet underline decoration-line underline-offset-4 hover:text-accent';

type SelectAllProps = {
  search: ManageSearch;
  total: number;
  onSelect: (ids: number[]) => void;
  onError: (error: unknown) => void;
};

export function SelectAll({ search, total, onSelect, onError }: SelectAllProps) {
  const all = useAllIds();
  if (total > MAX_BULK_PIECES) {
    return (
      <p className="figures inline-flex min-h-11 items-center text-quiet">
        Narrow the list to {formatCount(MAX_BULK_PIECES)} to select all of it
      </p>
    );
  }
  return (
    <button
      type="button"
      disabled={all.isPending}
      onClick={() => all.mutate(search, { onSuccess: ({ ids }) => onSelect(ids), onError })}
      className={listLink}
    >
      {total === 1 ? 'Select it' : `Select all ${formatCount(total)}`}
    </button>
  );
}

/** Announces how many they are. */
export const SelectionBar = ({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}) => (
  // Always there: a screen reader reads a region that changes, not one that comes.
  <SaveBar isShown={count > 0}>
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="figures flex-1 whitespace-nowrap">
        {count > 0 && `${formatCount(count)} selected`}
      </p>
      {count > 0 && (
        <>
          <Button look="outline" onClick={onClear}>
            Clear
          </Button>
          {children}
        </>
      )}
    </div>
  </SaveBar>
);
