import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { CancelReport } from '#core/contract/selling/order-edits.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import { Parts } from '#core/web/on-desk.tsx';
import { buttonClass } from '#ui/button.tsx';
import { LiveSearch } from '#ui/live-search.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Rail } from '#ui/rail.tsx';
import { ordersPageQuery } from './admin-order-queries.ts';
import { CancelProblems, CancelSeveral } from './cancel-several.tsx';
import { DeleteOrder } from './delete-order.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrderList } from './order-list.tsx';
import type { OrdersSearch } from './orders-search.ts';

type Props = { search: OrdersSearch; timeZone: string };

export function OrdersTable({ search, timeZone }: Props) {
  const navigate = useNavigate();
  const { data, error, isPlaceholderData } = useQuery(ordersPageQuery(search));
  const [toDelete, setToDelete] = useState<AdminOrder | null>(null);
  const [isSelecting, setSelecting] = useState(false);
  const [selected, setSelected] = useState<ReadonlyMap<number, AdminOrder>>(new Map());
  const selecting = useRef<HTMLButtonElement>(null);
  const wasSelecting = useRef(false);

  useEffect(() => {
    if (wasSelecting.current && !isSelecting) selecting.current?.focus({ preventScroll: true });
    wasSelecting.current = isSelecting;
  }, [isSelecting]);
  const [report, setReport] = useState<CancelReport | null>(null);

  if (error && !data)
    return (
      <Notice
        title="Error loading orders"
        text="There was a problem fetching the order data. Please try again later."
        className="mt-10 py-14"
      >
        <AdminLink label="Back to Admin" />
      </Notice>
    );
  if (!data)
    return (
      <p role="status" className="waiting mt-8 text-quiet">
        Loading...
      </p>
    );
  if (data.counts.all === 0 && !search.search)
    return (
      <Notice
        title="No Orders Yet"
        text="There are no customer orders in the system yet."
        className="mt-10 py-14"
      >
        <div className="flex flex-wrap justify-center gap-3">
          <AdminLink label="Return to Admin Panel" />
          <Parts at="ordersLinks" />
        </div>
      </Notice>
    );

  function select(ids: number[], isSelected: boolean) {
    const next = new Map(selected);
    for (const order of data?.orders ?? []) {
      if (!ids.includes(order.id)) continue;
      if (isSelected) next.set(order.id, order);
      else next.delete(order.id);
    }
    setSelected(next);
  }

  const endSelecting = () => {
    setSelecting(false);
    setSelected(new Map());
  };

  return (
    <section aria-labelledby="customer-orders" className="sm:mt-3">
      <LiveSearch
        placeholder="Search orders by name, email, order number, or specimen..."
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
      <div className="flex flex-wrap items-center gap-x-5 xl:gap-x-10">
        <h2 id="customer-orders" className="text-lg max-xl:mr-auto xl:text-2xl">
          Customer Orders
        </h2>
        <OrderFilters search={search} counts={data.counts} />
        <Rail label="Tools" endsRow isMenu className="contents" panel="order-1 basis-full pb-3">
          {() => (
            <>
              <div className="flex flex-wrap gap-3 pt-1">
                <Parts at="ordersLinks" />
              </div>
              <Parts
                at="listedOrders"
                filters={{ search: search.search, filter: search.filter }}
                total={data.total}
              />
            </>
          )}
        </Rail>
      </div>
      {data.total > 0 && (
        <button
          ref={selecting}
          type="button"
          onClick={isSelecting ? endSelecting : () => setSelecting(true)}
          className="min-h-11 text-quiet underline decoration-line underline-offset-4 hover:text-accent"
        >
          {isSelecting ? 'Stop selecting' : 'Select orders'}
        </button>
      )}
      <CancelProblems report={report} />
      {data.orders.length === 0 ? (
        <Notice text="No matching orders" className="mt-6 py-14" />
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className={`transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          <OrderList
            orders={data.orders}
            timeZone={timeZone}
            search={search}
            isSelecting={isSelecting}
            selected={new Set(selected.keys())}
            onSelect={select}
            onDelete={setToDelete}
          />
        </div>
      )}
      <Pagination
        page={data.page}
        pages={data.pages}
        linkTo={(page) => linkOptions({ to: '/orders', search: { ...search, page } })}
      />
      {selected.size > 0 && (
        <CancelSeveral
          orders={[...selected.values()]}
          onClear={endSelecting}
          onDone={(done) => {
            setReport(done);
            endSelecting();
          }}
        />
      )}
      <DeleteOrder
        order={toDelete}
        onClose={() => setToDelete(null)}
        onConfirmed={() => toDelete && select([toDelete.id], false)}
      />
    </section>
  );
}

function AdminLink({ label }: { label: string }) {
  return (
    <Link to="/manage" className={buttonClass('outline')}>
      {label}
    </Link>
  );
}
