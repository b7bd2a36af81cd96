/** What is done with many specimens of Manage: select them, and what extras do with them. */

import type { ReactNode } from 'react';
import { MAX_BULK_PIECES } from '#contract/catalogue/manage-ids.ts';
import { formatCount } from '#contract/counts.ts';
import { Button } from '#web/ui/button.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { useAllIds } from './manage-queries.ts';
import type { ManageSearch } from './manage-search.ts';

/** Links and buttons above the list. */
export const listLink =
  'figures inline-flex min-h-11 items-center text-quiet underline decoration-line underline-offset-4 hover:text-accent';

type SelectAllProps = { search: ManageSearch; total: number; onSelect: (ids: number[]) => void; onError: (error: unknown) => void };

/** Selects all that the filters show, on every page. */
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

/** What can be done with the selected specimens together; how many they are is announced. */
export const SelectionBar = ({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) => (
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
