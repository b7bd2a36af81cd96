import { formatCount } from '#core/contract/counts.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { WeekFigure } from '#features/today/contract/today.ts';

export function Week({ figures }: { figures: readonly WeekFigure[] }) {
  return (
    <section aria-labelledby="week" className="mb-5 border-t border-line pt-3">
      <h2 id="week" className="text-sm text-quiet">
        The last seven days
      </h2>
      <dl className="mt-2 grid grid-cols-3 gap-x-4 gap-y-3 sm:grid-cols-5">
        {figures.map(({ name, label, count, amount }) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-quiet">{label}</dt>
            <dd className="figures flex flex-wrap items-baseline gap-x-2">
              <span className="font-serif text-2xl">{formatCount(count)}</span>
              {amount !== null && count > 0 && (
                <span className="text-sm text-quiet">
                  {formatDollars(parseAmount(amount) ?? 0)}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
