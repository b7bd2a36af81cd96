import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BulkEdit } from '#features/bulk-edits/contract/bulk-edits.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { messageOf } from '#ui/lib/api.ts';
import { formatDeadline } from '#ui/lib/format.ts';
import { toast } from '#ui/toast.ts';
import { undoableQuery, useUndo } from './bulk-edit-queries.ts';
import { inQuotes, specimens } from './planned-changes.tsx';

export function UndoList({ timeZone }: { timeZone: string }) {
  const { data, refetch } = useQuery(undoableQuery);
  const undo = useUndo();
  const nextEnd =
    data?.reduce(
      (first, { endsAt }) => Math.min(first, Date.parse(endsAt)),
      Number.POSITIVE_INFINITY,
    ) ?? Number.POSITIVE_INFINITY;

  // What has ended is no longer offered.
  useEffect(() => {
    if (nextEnd === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => void refetch(), Math.max(1_000, nextEnd - Date.now() + 500));
    return () => clearTimeout(timer);
  }, [nextEnd, refetch]);

  if (!data || data.length === 0) return null;

  const takeBack = ({ id, label }: BulkEdit) =>
    undo.mutate(id, {
      onSuccess: (undone) =>
        toast({
          title: `Undone: ${label}`,
          description: resultOf(undone),
          ...(undone.left.length > 0 && { duration: 15_000 }),
        }),
      onError: (problem) =>
        toastError(problem, messageOf(problem, 'No response. Please try again.')),
    });

  return (
    <ul aria-label="Recent bulk edits" className="mt-6 divide-y divide-line border-y border-line">
      {data.map((edit) => (
        <li
          key={edit.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2"
        >
          <p className="figures min-w-0 flex-1 basis-56 wrap-anywhere">
            {edit.label}: {specimens(edit.changed)}
            <span className="block text-sm text-quiet">
              Can be undone until {formatDeadline(edit.endsAt, timeZone)}
            </span>
          </p>
          <Button
            look="outline"
            disabled={undo.isPending}
            onClick={() => takeBack(edit)}
            aria-label={`Undo: ${edit.label}`}
          >
            Undo
          </Button>
        </li>
      ))}
    </ul>
  );
}

function resultOf({ changed, left }: BulkEdit): string {
  const names = left.flatMap(({ titles }) => titles);
  const count = left.reduce((sum, one) => sum + one.count, 0);
  const back = `${specimens(changed)} restored.`;
  if (count === 0) return back;
  const more = count > names.length ? ` and ${count - names.length} more` : '';
  return `${back} Left alone because they were sold or changed since: ${inQuotes(names)}${more}.`;
}
