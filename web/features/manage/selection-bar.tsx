/** What is done with many specimens of Manage: select them, print their labels, change them. */

import { Link } from '@tanstack/react-router';
import { MAX_BULK_PIECES } from '#contract/bulk-edit-rules.ts';
import { formatCount } from '#contract/counts.ts';
import { MAX_PRINTED_LABELS } from '#contract/paper-sizes.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { useAllIds } from './manage-queries.ts';
import type { ManageSearch } from './manage-search.ts';

const quietLink = 'figures inline-flex min-h-11 items-center text-quiet underline decoration-line underline-offset-4 hover:text-accent';

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
      className={quietLink}
    >
      {total === 1 ? 'Select it' : `Select all ${formatCount(total)}`}
    </button>
  );
}

/** Prints the labels of all that the filters show. */
export function LabelsLink({ search: { page: _page, ...filters }, total }: { search: ManageSearch; total: number }) {
  return (
    <Link to="/print/labels" search={filters} className={quietLink}>
      {total === 1 ? 'Print its label' : `Print the labels of these ${total}`}
    </Link>
  );
}

/** What can be done with the selected specimens together. */
export const SelectionBar = ({ ids, onClear, onChange }: { ids: number[]; onClear: () => void; onChange: () => void }) => (
  <SaveBar>
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="figures flex-1 whitespace-nowrap">
        {formatCount(ids.length)} selected
      </p>
      <Button look="outline" onClick={onClear}>
        Clear
      </Button>
      {ids.length <= MAX_PRINTED_LABELS && (
        <Link to="/print/labels" search={{ specimens: ids.join(',') }} className={buttonClass('outline')}>
          Print labels
        </Link>
      )}
      <Button onClick={onChange} className="max-sm:w-full">
        Bulk edit
      </Button>
    </div>
  </SaveBar>
);
