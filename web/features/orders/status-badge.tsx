import type { OrderStatus } from '#contract/words.ts';

const colours: Record<OrderStatus, string> = {
  pending: 'bg-[#f0c246] text-[#241a00]',
  paid: 'bg-[#1d4f9c] text-white',
  shipped: 'bg-[#6a3fb5] text-white',
  delivered: 'bg-[#14633f] text-white',
  cancelled: 'bg-[#a3262f] text-white',
};

/** An order's state; beside it, where it waits too long for its payment, that it is overdue. */
export function StatusBadge({ status, overdue }: { status: OrderStatus; overdue: boolean }) {
  const colour = colours[status] ?? 'bg-[#5d6470] text-white';
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className={`label inline-block rounded-[2px] px-2 py-1 font-medium ${colour}`}>{status.toUpperCase()}</span>
      {overdue && <span className="text-sm text-bad">Overdue</span>}
    </span>
  );
}
