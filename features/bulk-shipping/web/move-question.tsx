import { useQuery } from '@tanstack/react-query';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import { type BulkMove, MAX_MOVED_AT_ONCE } from '#features/bulk-shipping/contract/bulk-moves.ts';
import type { BulkMovePlan } from '#features/bulk-shipping/contract/bulk-shipping.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { messageOf } from '#ui/lib/api.ts';
import { toast } from '#ui/toast.ts';
import { movePlanQuery, useLastMoves, useMoves } from './bulk-shipping-queries.ts';
import { ordersIn } from './move-words.ts';

type Props = { status: BulkMove; ids: readonly number[]; onClose: () => void; onDone: () => void };
type Planned = BulkMovePlan['orders'][number];

const centsDue = ({ dueAmount }: Planned): number => parseAmount(dueAmount) ?? 0;
const sumOf = (orders: Planned[]) => orders.reduce((sum, order) => sum + centsDue(order), 0);

export function MoveQuestion({ status, ids, onClose, onDone }: Props) {
  const isTooMany = ids.length > MAX_MOVED_AT_ONCE;
  const { data: plan, error } = useQuery({ ...movePlanQuery(status, ids), enabled: !isTooMany });
  const { keep } = useLastMoves();
  const moves = useMoves();
  const label = orderStatusTable[status].label.toLowerCase();
  const moving = plan?.orders.filter(({ refusal }) => refusal === null) ?? [];

  const move = () =>
    moves.mutate(
      {
        status,
        orders: ids
          .flatMap((id) => moving.filter((order) => order.id === id))
          .map(({ id, from }) => ({ id, from })),
      },
      {
        onSuccess: ({ results }) => {
          keep({ status, results });
          const done = results.filter(({ isDone }) => isDone).length;
          toast({ title: 'Orders Updated', description: `${ordersIn(done)} marked ${label}.` });
          onDone();
        },
        onError: (problem) => {
          toastError(problem);
          onClose();
        },
      },
    );

  return (
    <ConfirmDialog
      open
      title={
        plan && moving.length === 0
          ? `Nothing to mark ${label}`
          : `Mark ${ordersIn(plan ? moving.length : ids.length)} ${label}?`
      }
      confirm={moving.length > 0 ? `Mark ${label}` : null}
      isBusy={moves.isPending}
      onCancel={onClose}
      onConfirm={move}
    >
      {isTooMany ? (
        <p>Up to {MAX_MOVED_AT_ONCE} orders can be marked at once.</p>
      ) : plan ? (
        <Plan plan={plan} moving={moving} status={status} />
      ) : (
        <p role="status" className="text-quiet">
          {error ? messageOf(error) : 'Loading...'}
        </p>
      )}
    </ConfirmDialog>
  );
}

function Plan({
  plan,
  moving,
  status,
}: {
  plan: BulkMovePlan;
  moving: Planned[];
  status: BulkMove;
}) {
  const unpaid = moving.filter((order) => centsDue(order) > 0);
  const staying = plan.orders.flatMap(({ id, refusal }) =>
    refusal === null ? [] : [{ id, refusal }],
  );
  return (
    <>
      {moving.length > 0 && <p>{mailSentence(plan, moving)}</p>}
      {unpaid.length > 0 && (
        <p className="figures mt-3 callout">
          {unpaid.length === moving.length && unpaid.length > 1
            ? 'None of them is'
            : unpaid.length === 1
              ? '1 isn’t'
              : `${unpaid.length} aren’t`}{' '}
          paid in full: {formatDollars(sumOf(unpaid))} still due. Nothing is noted as received.
        </p>
      )}
      {moving.length > 0 && (
        <ul
          aria-label={`To be marked ${orderStatusTable[status].label.toLowerCase()}`}
          className="figures mt-3 border-t border-line text-sm"
        >
          {moving.map((order) => (
            <li key={order.id} className="border-b border-line py-1.5">
              #{order.id}, {order.customerName || 'unknown'}
              {order.goesWith !== null && `, in the package of #${order.goesWith}`}
              {centsDue(order) > 0 && <strong>: {formatDollars(centsDue(order))} due</strong>}
            </li>
          ))}
        </ul>
      )}
      {staying.length > 0 && (
        <ul aria-label="Not changed" className="mt-3 callout text-sm">
          {staying.map(({ id, refusal }) => (
            <li key={id}>
              {refusal.includes(`#${id} `) ? refusal : `Order #${id} stays. ${refusal}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function mailSentence({ mailDelay }: BulkMovePlan, moving: Planned[]): string {
  const own = moving.filter(({ goesWith }) => goesWith === null);
  const mailed = own.filter(({ isEmailed }) => isEmailed).length;
  if (mailed === 0) return 'No one is emailed.';
  const who =
    mailed < own.length
      ? `${mailed} of ${own.length} buyers will be emailed`
      : mailed === 1
        ? 'The buyer will be emailed'
        : 'Each buyer will be emailed';
  return mailDelay === 0
    ? `${who}.`
    : `${who} in ${mailDelay} seconds. If you undo it before, no email goes out.`;
}
