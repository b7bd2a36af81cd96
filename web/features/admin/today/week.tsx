import type { WeekFigure } from '#contract/admin/today.ts';
import { formatCount } from '#contract/counts.ts';
import { formatDollars, parseAmount } from '#contract/money.ts';

/** The last seven days in figures, side by side. */
export function Week({ figures }: { figures: readonly WeekFigure[] }) {
  return (
    <section aria-label="The last seven days" className="mb-5">
      <dl className="grid grid-cols-3 gap-x-4 gap-y-3 border-t border-line pt-4 sm:grid-cols-5">
        {figures.map(({ name, label, count, amount }) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-quiet">{label}</dt>
            <dd className="figures flex flex-wrap items-baseline gap-x-2">
              <span className="font-serif text-2xl">{formatCount(count)}</span>
              {amount !== null && count > 0 && <span className="text-sm text-quiet">{formatDollars(parseAmount(amount) ?? 0)}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
