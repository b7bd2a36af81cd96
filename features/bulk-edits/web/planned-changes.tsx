import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount } from '#core/contract/counts.ts';
import { leftReasons } from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import type { BulkEdit } from '#features/bulk-edits/contract/bulk-edits.ts';
import { publishGaps } from '#features/bulk-edits/contract/publishing.ts';
import { Button } from '#ui/button.tsx';
import { plannedPiecesQuery } from './bulk-edit-queries.ts';

const MAX_OPENED = 100;

export function PlannedChanges({
  plan,
  onDisclose,
}: {
  plan: BulkEdit;
  onDisclose?: ((ids: readonly number[]) => void) | undefined;
}) {
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    ...plannedPiecesQuery(plan.id),
    enabled: plan.changed > 0,
  });
  const pieces = data?.pages.flatMap((page) => page.pieces) ?? [];
  return (
    <>
      <p role="status" className="figures">
        {sentenceOf(plan)}
      </p>
      {plan.notes.map((note) => (
        <p key={note} className="mt-2 border-l-2 border-warn pl-3 text-sm">
          {note}
        </p>
      ))}
      <LeftPieces left={plan.left} />
      {onDisclose && <ToDisclose left={plan.left} onDisclose={onDisclose} />}
      <ToComplete left={plan.left} />
      {plan.changed > 0 && (
        <section
          aria-label="What will change"
          className="mt-4 max-h-[min(18rem,40dvh)] overflow-y-auto border-y border-line"
        >
          <ul className="figures divide-y divide-line">
            {pieces.map(({ id, title, before, after }) => (
              <li key={id} className="py-2.5 pr-2">
                <span className="block wrap-anywhere">{title}</span>
                <span className="block text-sm wrap-anywhere text-quiet">
                  {before} <span aria-hidden="true">→</span>
                  <span className="sr-only"> becomes </span>{' '}
                  <b className="font-medium text-ink">{after}</b>
                </span>
              </li>
            ))}
          </ul>
          {error && <p className="py-3 text-bad">Couldn’t load the list.</p>}
          {(hasNextPage || error) && (
            <Button
              look="plain"
              disabled={isFetching}
              onClick={() => void fetchNextPage()}
              className="w-full"
            >
              {error ? 'Try again' : `Show the next of ${plan.changed - pieces.length}`}
            </Button>
          )}
        </section>
      )}
    </>
  );
}

export function LeftPieces({ left }: Pick<BulkEdit, 'left'>) {
  if (left.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 text-sm text-quiet">
      {left.map(({ reason, count, titles }) => (
        <li key={reason} className="figures wrap-anywhere">
          {count} {leftReasons[reason]}: {inQuotes(titles)}
          {count > titles.length && ` and ${count - titles.length} more`}
        </li>
      ))}
    </ul>
  );
}

function ToDisclose({
  left,
  onDisclose,
}: Pick<BulkEdit, 'left'> & { onDisclose: (ids: readonly number[]) => void }) {
  const ids = left.find(({ reason }) => reason === 'undisclosed')?.ids ?? [];
  if (ids.length < 2) return null;
  return (
    <Button look="outline" className="mt-3" onClick={() => onDisclose(ids)}>
      Disclose the same for all {formatCount(ids.length)}
    </Button>
  );
}

function ToComplete({ left }: Pick<BulkEdit, 'left'>) {
  const ids = left.filter(({ reason }) => reason in publishGaps).flatMap((some) => some.ids);
  const [first] = ids;
  if (first === undefined) return null;
  return (
    <Link
      to="/edit/$id"
      params={{ id: String(first) }}
      search={{ pieces: ids.slice(0, MAX_OPENED).join('.') }}
      className="mt-1 inline-flex min-h-11 items-center text-link"
    >
      {ids.length === 1
        ? 'Open it'
        : `Open these ${formatCount(Math.min(ids.length, MAX_OPENED))}, one after another`}
    </Link>
  );
}

function sentenceOf({ changed, left }: BulkEdit): string {
  const staying = left.reduce((sum, { count }) => sum + count, 0);
  const changing = changed === 0 ? 'Nothing will change' : `${specimens(changed)} will change`;
  return staying === 0
    ? `${changing}.`
    : `${changing}; ${staying === 1 ? 'one stays as is' : `${staying} stay as is`}:`;
}

/** Titles have commas of their own. */
export const inQuotes = (titles: readonly string[]): string =>
  titles.map((title) => `“${title}”`).join(', ');

export const specimens = (count: number): string =>
  count === 1 ? '1 specimen' : `${formatCount(count)} specimens`;
