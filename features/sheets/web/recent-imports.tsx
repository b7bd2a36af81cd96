import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import { formatDate } from '#core/contract/dates.ts';
import type { ImportUndone, UndoableImport } from '#features/sheets/contract/imports.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { reasonOf } from '#ui/lib/refusals.ts';
import { undoableImportsQuery, undoImport } from './import-queries.ts';

const counted = ({ added, changed }: UndoableImport): string =>
  [added > 0 && `${formatCount(added)} new`, changed > 0 && `${formatCount(changed)} changed`]
    .filter(Boolean)
    .join(', ');

export function RecentImports({ timeZone }: { timeZone: string }) {
  const queryClient = useQueryClient();
  const { data: imports = [] } = useQuery(undoableImportsQuery());
  const [asked, setAsked] = useState<UndoableImport | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [undone, setUndone] = useState<ImportUndone | null>(null);
  if (imports.length === 0 && undone === null) return null;

  const confirm = async () => {
    if (!asked) return;
    setBusy(true);
    try {
      setUndone(await undoImport(asked.id));
    } catch (error) {
      toastError(error, reasonOf(error));
    }
    setBusy(false);
    setAsked(null);
    await queryClient.invalidateQueries();
  };

  return (
    <section aria-labelledby="imports-title">
      <h2 id="imports-title" className="text-2xl">
        Recent imports
      </h2>
      {undone && <Undone undone={undone} />}
      <ul className="mt-3 max-w-3xl divide-y divide-line border-line not-empty:border-y">
        {imports.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              {one.name || 'Import'}
              <span className="block text-sm text-quiet">
                {counted(one)}. Can be undone until {formatDate(one.endsAt, timeZone)}
              </span>
            </span>
            <Button look="outline" onClick={() => setAsked(one)}>
              Undo<span className="sr-only"> {one.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title="Undo this import?"
        confirm="Undo the import"
        isBusy={isBusy}
        onCancel={() => setAsked(null)}
        onConfirm={() => void confirm()}
      >
        <p>
          The pieces it added are deleted, and those it changed get their earlier values back.
          Anything sold, shown or edited since stays.
        </p>
      </ConfirmDialog>
    </section>
  );
}

function Undone({ undone: { removed, restored, left, titles } }: { undone: ImportUndone }) {
  return (
    <div role="status" className="mt-3 max-w-prose border-l-4 border-line py-1 pl-4">
      <p>
        Undone: {formatCount(removed)} removed
        {restored > 0 && `, ${formatCount(restored)} changed back`}.
        {left > 0 &&
          ` ${formatCount(left)} stayed, since ${left === 1 ? 'it was' : 'they were'} sold, shown or edited after the import:`}
      </p>
      {titles.length > 0 && (
        <p className="mt-1 text-sm text-quiet wrap-anywhere">{titles.join(' · ')}</p>
      )}
    </div>
  );
}
