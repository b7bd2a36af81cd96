import { Link } from '@tanstack/react-router';
import { formatCount } from '#core/contract/counts.ts';
import { orderFilters } from '#core/contract/selling/order-statuses.ts';
import type { OrdersPage } from '#core/contract/selling/orders.ts';
import { Rail } from '#ui/rail.tsx';
import type { OrdersSearch } from './orders-search.ts';

/** The URL keeps the choice. */
export function OrderFilters({
  search: { page, ...search },
  counts,
}: {
  search: OrdersSearch;
  counts: OrdersPage['counts'] | undefined;
}) {
  return (
    <Rail
      label="Filter by status"
      button={['Filters', search.filter].filter(Boolean).join(' · ')}
      endsRow
      panel="flex flex-wrap gap-x-5 max-xl:order-1 max-xl:basis-full"
    >
      {() =>
        [undefined, ...orderFilters].map((filter) => {
          const isChosen = search.filter === filter;
          return (
            <Link
              key={filter ?? 'all'}
              to="/orders"
              search={{ ...search, filter }}
              resetScroll={false}
              activeProps={{}}
              activeOptions={{ exact: true }}
              aria-current={isChosen ? 'true' : undefined}
              className={`figures inline-flex min-h-11 items-center gap-1.5 border-b-2 capitalize no-underline hover:text-accent ${isChosen ? 'border-accent text-accent' : 'border-transparent text-ink'}`}
            >
              {filter ?? 'all'}{' '}
              <span className="min-w-4 text-sm text-quiet">
                {counts && formatCount(counts[filter ?? 'all'])}
              </span>
            </Link>
          );
        })
      }
    </Rail>
  );
}
