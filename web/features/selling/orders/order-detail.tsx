import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { storyOf } from '#contract/selling/order-story.ts';
import type { OrderDetail as Order } from '#contract/selling/orders.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { useHashTarget } from '#web/lib/hash-target.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { orderDetailQuery } from './admin-order-queries.ts';
import { BuyerWords } from './buyer-words.tsx';
import { DeleteOrder } from './delete-order.tsx';
import { EraseOrder } from './erase-order.tsx';
import { OrderBuyer } from './order-buyer.tsx';
import { OrderContents } from './order-contents.tsx';
import { OrderCorrection } from './order-correction.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderHold } from './order-hold.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderPayment } from './order-payment.tsx';
import { OrderPrivateNote } from './order-private-note.tsx';
import { ORDER_NOT_FETCHED } from './order-queries.ts';
import { OrderShipping } from './order-shipping.tsx';
import { OrderTogether, SHIPPING } from './order-together.tsx';
import { savedParcel } from './parcel.ts';
import { StatusBadge } from './status-badge.tsx';
import { StatusForm } from './status-form.tsx';

type Props = {
  id: number;
  timeZone: string;
  /** Draws the mails about the order. */
  mailsOf: (order: Order) => ReactNode;
  /** Draws the way to everything of its buyer. */
  buyerDataOf: (order: Order) => ReactNode;
  /** Draws what can be printed for it. */
  extrasOf: (order: Order) => ReactNode;
  /** Draws what else is known of its buyer. */
  buyerOf: (order: Order) => ReactNode;
  onGone: () => void;
};

/** One order with everything the admin can read and do. */
export function OrderDetail({ id, ...props }: Props) {
  const { data: order, error, refetch } = useQuery(orderDetailQuery(id));
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="figures page-title">Order #{id}</h1>
        {order && !isMissing && <StatusBadge order={order} />}
      </div>
      {isMissing ? (
        <Notice isAlert className="mt-10 py-14" title="Order Not Found" text={`Order #${id} doesn’t exist or has been deleted.`} />
      ) : order ? (
        <Loaded key={order.id} order={order} {...props} />
      ) : error ? (
        <Notice isAlert className="mt-10 py-14" title={ORDER_NOT_FETCHED} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </Notice>
      ) : (
        <p role="status" className="waiting mt-8 text-quiet">
          Loading...
        </p>
      )}
    </>
  );
}

function Loaded({ order, timeZone, mailsOf, buyerDataOf, extrasOf, buyerOf, onGone }: Omit<Props, 'id'> & { order: Order }) {
  const [isDeleting, setDeleting] = useState(false);
  const [parcel, setParcel] = useState(() => savedParcel(order));
  useHashTarget(true);
  return (
    <article>
      <p className="figures mt-1 text-quiet">{formatDate(order.createdAt, timeZone)}</p>

      <div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[3fr_2fr]">
        <div className="min-w-0 space-y-10">
          {order.hold !== null && (
            <Part title="Hold">
              <OrderHold order={order} timeZone={timeZone} />
            </Part>
          )}
          <div>
            <OrderLines order={order} />
            <OrderContents order={order} timeZone={timeZone} />
          </div>
          <Part title="Status">
            <div className="max-w-md">
              <StatusForm order={order} parcel={parcel} timeZone={timeZone} />
            </div>
          </Part>
          {order.erasedAt === null && (
            <>
              <Part title="Shipping" id={SHIPPING}>
                <OrderTogether order={order} />
                <OrderShipping order={order} parcel={parcel} onChange={setParcel} />
              </Part>
              <Part title="Payment">
                <OrderMoney order={order} timeZone={timeZone} />
                <OrderPayment order={order} />
              </Part>
            </>
          )}
          <Part title="Documents">{extrasOf(order)}</Part>
          <Part title="Emails">
            {order.mails.length === 0 ? <p className="text-quiet">No emails about this order.</p> : mailsOf(order)}
            <div className="mt-4">
              <BuyerWords order={order} />
            </div>
          </Part>
        </div>
        <div className="min-w-0 space-y-10">
          <Part title="Customer">
            <OrderBuyer order={order} timeZone={timeZone} />
            {order.erasedAt === null && <OrderCorrection order={order} />}
            {buyerOf(order)}
          </Part>
          <Part title="Private note">
            <OrderPrivateNote order={order} />
          </Part>
          <Part title="History">
            <OrderHistory history={storyOf(order)} timeZone={timeZone} />
          </Part>
          <Part title="Remove">
            <div className="flex flex-wrap gap-3 border-t border-line pt-4">
              {order.erasedAt === null && <EraseOrder order={order} />}
              {order.customerEmail !== '' && buyerDataOf(order)}
              <Button look="danger" onClick={() => setDeleting(true)}>
                Delete order
              </Button>
            </div>
          </Part>
        </div>
      </div>
      <DeleteOrder order={isDeleting ? order : null} onClose={() => setDeleting(false)} onConfirmed={onGone} />
    </article>
  );
}

function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} aria-label={title} tabIndex={id === undefined ? undefined : -1} className="scroll-mt-24 outline-none">
      <h3 className="mb-3 text-xl">{title}</h3>
      {children}
    </section>
  );
}
