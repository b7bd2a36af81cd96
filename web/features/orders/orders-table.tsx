import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { AdminOrder, CancelReport, OrdersPage } from '#contract/orders.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { LiveSearch } from '#web/ui/live-search.tsx';
import { isLoggedOut, ordersPageQuery } from './admin-order-queries.ts';
import { CancelProblems, CancelSeveral } from './cancel-several.tsx';
import { DeleteOrder } from './delete-order.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrderList } from './order-list.tsx';
import type { OrdersSearch } from './orders-search.ts';

type Props = { search: OrdersSearch; timeZone: string; onLoginNeeded: () => void };

/** All orders, found by search and status, page by page. */
export function OrdersTable({ search, timeZone, onLoginNeeded }: Props) {
  const navigate = useNavigate();
  const { data, error, isPlaceholderData } = useQuery(ordersPageQuery(search));
  const [toDelete, setToDelete] = useState<AdminOrder | null>(null);
  const [selected, setSelected] = useState<ReadonlyMap<number, AdminOrder>>(new Map());
  const [report, setReport] = useState<CancelReport | null>(null);

  useEffect(() => {
    if (isLoggedOut(error)) onLoginNeeded();
  }, [error, onLoginNeeded]);

  if (error && !data)
    return (
      <Notice
        title="Error loading orders"
        text="There was a problem fetching the order data. Please try again later."
        link="Back to Admin"
      />
    );
  if (!data)
    return (
      <p role="status" className="waiting mt-8 text-quiet">
        Loading...
      </p>
    );
  if (data.counts.all === 0 && !search.search)
    return <Notice title="No Orders Yet" text="There are no customer orders in the system yet." link="Return to Admin Panel" />;

  function select(ids: number[], isSelected: boolean) {
    const next = new Map(selected);
    for (const order of data?.orders ?? []) {
      if (!ids.includes(order.id)) continue;
      if (isSelected) next.set(order.id, order);
      else next.delete(order.id);
    }
    setSelected(next);
  }

  return (
    <section aria-labelledby="customer-orders" className="mt-8">
      <h2 id="customer-orders" className="text-2xl">
        Customer Orders
      </h2>
      <div className="mt-3">
        <LiveSearch
          label="Search orders by name, e-mail, order number, or specimen"
          term={search.search ?? ''}
          onSearch={(term) =>
            void navigate({
              to: '/orders',
              search: { filter: search.filter, search: term || undefined },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <OrderFilters search={search} counts={data.counts} />
      <CancelProblems report={report} />
      {data.orders.length === 0 ? (
        <p role="status" className="mt-6 border-y border-line py-14 text-center text-lg">
          No matching orders
        </p>
      ) : (
        <div aria-busy={isPlaceholderData} className={`transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <OrderList
            orders={data.orders}
            timeZone={timeZone}
            search={search}
            selected={new Set(selected.keys())}
            onSelect={select}
            onDelete={setToDelete}
            onLoginNeeded={onLoginNeeded}
          />
        </div>
      )}
      {data.pages > 1 && <Pages search={search} data={data} />}
      {selected.size > 0 && (
        <CancelSeveral
          orders={[...selected.values()]}
          onClear={() => setSelected(new Map())}
          onDone={(done) => {
            setReport(done);
            setSelected(new Map());
          }}
          onLoginNeeded={onLoginNeeded}
        />
      )}
      <DeleteOrder
        order={toDelete}
        onClose={() => setToDelete(null)}
        onConfirmed={() => toDelete && select([toDelete.id], false)}
        onLoginNeeded={onLoginNeeded}
      />
    </section>
  );
}

function Pages({ search, data: { page, pages } }: { search: OrdersSearch; data: OrdersPage }) {
  const link = (to: number, label: string) =>
    to >= 1 && to <= pages ? (
      <Link to="/orders" search={{ ...search, page: to === 1 ? undefined : to }} activeProps={{}} className={buttonClass('outline')}>
        {label}
      </Link>
    ) : (
      <span aria-disabled="true" className={buttonClass('outline', 'pointer-events-none opacity-45')}>
        {label}
      </span>
    );
  return (
    <nav aria-label="Pages" className="figures mt-10 flex items-center justify-center gap-5">
      {link(page - 1, 'Previous')}
      <span>{`Page ${page} of ${pages}`}</span>
      {link(page + 1, 'Next')}
    </nav>
  );
}

function Notice({ title, text, link }: { title: string; text: string; link: string }) {
  return (
    <section role="status" className="mt-10 border-y border-line py-14 text-center">
      <h2 className="text-2xl">{title}</h2>
      <p className="mt-3 text-quiet">{text}</p>
      <p className="mt-6">
        <Link to="/manage" className={buttonClass('outline')}>
          {link}
        </Link>
      </p>
    </section>
  );
}
