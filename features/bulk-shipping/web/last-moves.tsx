import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { CloseIcon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.ts';
import { type LastMoves, useLastMoves, useMovesUndo } from './bulk-shipping-queries.ts';
import { ordersIn } from './move-words.ts';

/** Draws nothing until orders were marked at once. */
export function LastMoved() {
  const { last, keep } = useLastMoves();
  const undoing = useMovesUndo();
  if (last === null) return null;
  const steps = last.results.flatMap(({ id, undo }) => (undo ? [{ id, at: undo.at }] : []));
  const left = last.results.filter(({ isDone }) => !isDone);

  const takeBack = () =>
    undoing.mutate(steps, {
      onSuccess: (refused) => {
        keep(refused.length === 0 ? null : { ...last, results: refused });
        const undone = doneIn(last) - refused.length;
        toast({
          title: 'Undone',
          description: `${ordersIn(undone)} ${undone === 1 ? 'is as it was' : 'are as they were'} before.`,
        });
      },
      onError: (error) => toastError(error),
    });

  return (
    <section aria-label="Marked at once" className="mt-3 border-y border-line py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="figures min-w-0 flex-1 basis-40">{saidOf(last)}</p>
        <div className="flex items-center gap-2">
          {steps.length > 0 && (
            <Button look="outline" disabled={undoing.isPending} onClick={takeBack}>
              Undo
            </Button>
          )}
          <IconButton label="Put away" onClick={() => keep(null)}>
            <CloseIcon />
          </IconButton>
        </div>
      </div>
      {left.length > 0 && (
        <ul role="alert" className="mt-2 callout bg-raised px-4 py-3">
          {left.map(({ id, message }) => (
            <li key={id} className="wrap-anywhere">
              {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const doneIn = ({ results }: Pick<LastMoves, 'results'>) =>
  results.filter(({ isDone }) => isDone).length;

function saidOf({ status, results }: LastMoves): string {
  const done = doneIn({ results });
  if (done === 0) return 'Not changed:';
  const waiting = results.find(({ undo }) => undo?.sendsAt)?.undo;
  const said = `${ordersIn(done)} marked ${orderStatusTable[status].label.toLowerCase()}.`;
  return waiting?.sendsAt
    ? `${said} Emails go out ${(Date.parse(waiting.sendsAt) - Date.parse(waiting.at)) / 1000} seconds later.`
    : said;
}
