import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { nextStepOf } from '#core/contract/selling/next-step.ts';
import { storyOf } from '#core/contract/selling/order-story.ts';
import type { OrderDetail as Order } from '#core/contract/selling/orders.ts';
import { Parts } from '#core/web/on-desk.tsx';
import { Button } from '#ui/button.tsx';
import { ApiError, messageOf } from '#ui/lib/api.ts';
import { formatDate } from '#ui/lib/format.ts';
import { useHashTarget } from '#ui/lib/hash-target.ts';
import { Notice } from '#ui/notice.tsx';
import { orderDetailQuery } from './admin-order-queries.ts';
import { BuyerWords } from './buyer-words.tsx';
import { DeleteOrder } from './delete-order.tsx';
import { OrderBuyer } from './order-buyer.tsx';
import { OrderContents } from './order-contents.tsx';
import { OrderCorrection } from './order-correction.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderHold } from './order-hold.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderNext } from './order-next.tsx';
import { OrderPayment } from './order-payment.tsx';
import { OrderPrivateNote } from './order-private-note.tsx';
import { ORDER_NOT_FETCHED } from './order-queries.ts';
import { OrderShipping } from './order-shipping.tsx';
import { SHIPPING, savedParcel } from './parcel.ts';
import { StatusBadge } from './status-badge.tsx';
import { StatusForm } from './status-form.tsx';

type Props = {
  id: number;
  timeZone: string;
  mailsOf: (order: Order) => ReactNode;
  /** Draws what can be printed for it. */
  featuresOf: (order: Order) => ReactNode;
  buyerOf: (order: Order) => ReactNode;
  onGone: () => void;
};

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
        <Notice
          isAlert
          className="mt-10 py-14"
          title="Order Not Found"
          text={`Order #${id} doesn’t exist or has been deleted.`}
        />
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

function Loaded({
  order,
  timeZone,
  mailsOf,
  featuresOf,
  buyerOf,
  onGone,
}: Omit<Props, 'id'> & { order: Order }) {
  const [isDeleting, setDeleting] = useState(false);
  const [parcel, setParcel] = useState(() => savedParcel(order));
  useHashTarget(true);
  const { waitsFor } = nextStepOf(order);
  const isMoney = waitsFor === 'refund' || (waitsFor === 'payment' && order.status !== 'pending');
  return (
    <article>
      <p className="figures mt-1 text-quiet">{formatDate(order.createdAt, timeZone)}</p>

      <Parts at="orderHead" order={order} timeZone={timeZone} />
      <div className="mt-6 grid gap-x-14 gap-y-8 lg:grid-cols-[3fr_2fr]">
        <div className="min-w-0 space-y-8">
          <OrderNext order={order} timeZone={timeZone} />
          <div>
            <OrderLines order={order} />
            <OrderContents order={order} />
          </div>
          <div className="border-b border-line">
            {/* A refund is noted after the buyer’s details are erased too. */}
            <Part title="Payment" isOpen={isMoney}>
              <OrderMoney order={order} timeZone={timeZone} />
              {order.erasedAt === null && <OrderPayment order={order} />}
            </Part>
            {order.hold !== null && (
              <Part title="Hold">
                <OrderHold order={order} timeZone={timeZone} />
              </Part>
            )}
            {order.erasedAt === null && (
              <Part title="Shipping" id={SHIPPING} isOpen={waitsFor === 'packing'}>
                <Parts at="orderShipping" order={order} />
                <OrderShipping order={order} parcel={parcel} onChange={setParcel} />
              </Part>
            )}
            <Part title="Documents">{featuresOf(order)}</Part>
            <Part title="Status">
              <div className="max-w-md">
                <StatusForm order={order} parcel={parcel} timeZone={timeZone} />
              </div>
            </Part>
            <Part title="Emails">
              {order.mails.length === 0 ? (
                <p className="text-quiet">No emails about this order.</p>
              ) : (
                mailsOf(order)
              )}
              <div className="mt-4">
                <BuyerWords order={order} />
              </div>
            </Part>
          </div>
        </div>
        <div className="min-w-0 space-y-8">
          <section aria-label="Customer">
            <h3 className="mb-3 text-xl">Customer</h3>
            <OrderBuyer order={order} timeZone={timeZone} />
            {order.erasedAt === null && <OrderCorrection order={order} />}
          </section>
          <div className="border-b border-line">
            {order.buyer && (
              <Part
                title="About this buyer"
                isOpen={order.buyer.note !== '' || order.buyer.isBlocked}
              >
                {buyerOf(order)}
              </Part>
            )}
            <Part title="Private note" isOpen={order.privateNote !== ''}>
              <OrderPrivateNote order={order} />
            </Part>
            <Part title="History">
              <OrderHistory history={storyOf(order)} timeZone={timeZone} />
            </Part>
            <Part title="Remove">
              <div className="flex flex-wrap gap-3">
                <Parts at="orderRemoval" order={order} />
                {order.deletionRefusal ?? (
                  <Button look="danger" onClick={() => setDeleting(true)}>
                    Delete order
                  </Button>
                )}
              </div>
            </Part>
          </div>
        </div>
      </div>
      <DeleteOrder
        order={isDeleting ? order : null}
        onClose={() => setDeleting(false)}
        onConfirmed={onGone}
      />
    </article>
  );
}

type PartProps = { title: string; id?: string; isOpen?: boolean; children: ReactNode };

/** Folded until the order needs it, and then it stays as it was left. */
function Part({ title, id, isOpen = false, children }: PartProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [isUnfolded, setUnfolded] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setUnfolded(true);
  }
  return (
    <section
      id={id}
      aria-label={title}
      tabIndex={id === undefined ? undefined : -1}
      className="scroll-mt-24 border-t border-line outline-none"
    >
      <details open={isUnfolded} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer py-2.5 hover:text-accent">
          <h3 className="inline text-lg">{title}</h3>
        </summary>
        <div className="pt-2 pb-6">{children}</div>
      </details>
    </section>
  );
}
