import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { DeskFeature, Places } from '#core/web/desk-feature.ts';
import { MAX_PRINTED_LABELS } from '#features/paper/contract/paper-sizes.ts';
import { buttonClass } from '#ui/button.tsx';
import { OrderPaper } from './order-paper.tsx';

const FreshLabels = ({ link }: { link: string }) => (
  <li>
    <Link to="/print/labels" search={{ fresh: 'new' }} className={link}>
      Fresh Labels
    </Link>
  </li>
);

const LabelOf = ({ id }: { id: number }) => (
  <Link to="/print/labels" search={{ specimens: String(id) }} className={buttonClass('outline')}>
    Print label
  </Link>
);

const ListedLabels = ({ filters, total, link }: Places['listLinks']) => (
  <li>
    <Link to="/print/labels" search={filters} className={link}>
      {total === 1 ? 'Print its label' : `Print the labels of these ${formatCount(total)}`}
    </Link>
  </li>
);

const SelectedLabels = ({ ids }: { ids: readonly number[] }) =>
  ids.length <= MAX_PRINTED_LABELS && (
    <Link
      to="/print/labels"
      search={{ specimens: ids.join(',') }}
      className={buttonClass('outline')}
    >
      Print labels
    </Link>
  );

function ListedPapers({ filters, total }: Places['listedOrders']) {
  if (total === 0) return null;
  const { filter } = filters;
  const mayBePaid =
    filter === undefined || (filter !== 'overdue' && orderStatusTable[filter].claim === 'taken');
  const look =
    'inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:text-accent';
  return (
    <p className="figures mt-3 flex flex-wrap items-center gap-x-5 text-quiet">
      {total === 1 ? 'Print for this order:' : `Print for these ${total}:`}
      <Link to="/print/slips" search={filters} className={look}>
        {total === 1 ? 'packing slip' : 'packing slips'}
      </Link>
      {mayBePaid && (
        <Link to="/print/invoices" search={filters} className={look}>
          {total === 1 ? 'invoice' : 'invoices'}
        </Link>
      )}
    </p>
  );
}

function SelectedPapers({ orders }: Places['selectedOrders']) {
  const search = { orders: orders.map(({ id }) => id).join(',') };
  return (
    <>
      <Link to="/print/slips" search={search} className={buttonClass('outline')}>
        Packing slips
      </Link>
      <Link to="/print/invoices" search={search} className={buttonClass('outline')}>
        Invoices
      </Link>
    </>
  );
}

export const paper = {
  screens: {
    printSlips: { Screen: lazy(() => import('./slips-desk-page.tsx')) },
    printInvoices: { Screen: lazy(() => import('./invoices-desk-page.tsx')) },
    printLabels: { Screen: lazy(() => import('./labels-desk-page.tsx')) },
  },
  manageLinks: [{ order: 40, Part: FreshLabels }],
  listLinks: [{ order: 10, Part: ListedLabels }],
  selection: [{ order: 10, Part: SelectedLabels }],
  listedOrders: [{ order: 10, Part: ListedPapers }],
  selectedOrders: [{ order: 10, Part: SelectedPapers }],
  order: [{ order: 10, Part: OrderPaper }],
  editLinks: [{ order: 10, Part: LabelOf }],
  rooms: { Paper: { group: 'Shop', order: 30, Room: lazy(() => import('./paper-panel.tsx')) } },
} satisfies DeskFeature;
