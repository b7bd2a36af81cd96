import { kindLabel } from '#core/contract/selling/order-kinds.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import type { Tone } from '#core/contract/tables.ts';

const colours: Record<Tone, string> = {
  quiet: 'bg-[#5d6470] text-white',
  warn: 'bg-[#f0c246] text-[#241a00]',
  info: 'bg-[#1d4f9c] text-white',
  progress: 'bg-[#6a3fb5] text-white',
  good: 'bg-[#14633f] text-white',
  bad: 'bg-[#a3262f] text-white',
};

export function StatusBadge({
  order: { status, overdue, kind },
}: {
  order: Pick<AdminOrder, 'status' | 'overdue' | 'kind'>;
}) {
  const { label, tone } = orderStatusTable[status];
  const origin = kindLabel({ kind, status });
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className={`label inline-block rounded-tag px-2 py-1 font-medium ${colours[tone]}`}>
        {label.toUpperCase()}
      </span>
      {overdue && <span className="text-sm text-bad">Overdue</span>}
      {origin !== null && <span className="text-sm text-quiet">{origin}</span>}
    </span>
  );
}
