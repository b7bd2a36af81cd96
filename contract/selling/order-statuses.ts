/** The statuses of orders, as `statuses.ts` has those of specimens; apart from them, because few pages speak of orders. */
import { keysOf, type Tone } from '#contract/catalogue/statuses.ts';

/** What an order line does to its specimen's stock: holds pieces of it, has taken them out of the shop, or nothing. */
export type Claim = 'held' | 'taken' | 'none';

type Notice = { title: string; text: string; ifPaid?: string };

export type OrderStatusEntry = {
  label: string;
  tone: Tone;
  /** Whether the admin still has something to do. */
  isOpen: boolean;
  /** The kind of the mail that tells the buyer so (its text: `server/features/messages/mail/mail-templates.ts`); null for none. */
  mail: `order_${string}` | null;
  /** Whether the page of the order shows carrier and tracking number. */
  showsTracking: boolean;
} & (OnCourse | Ended);

/** A place in an order's usual course. */
type OnCourse = {
  /** Which place it is; mails follow it forward only. */
  progress: number;
  /** What the order's buyer reads at its step; null where it is none, as the order itself is one. */
  step: string | null;
  /** What the buyer reads on the page of the order; null where it asks for the payment instead. */
  buyerNotice: Notice | null;
} & (
  | { claim: 'held'; paidAt: 'cleared' }
  /** Who has taken the pieces has paid: `set` leaves a time of payment that is known already. */
  | { claim: 'taken'; paidAt: 'set' }
);

/** An early end of it, from any place. */
type Ended = {
  progress: null;
  step: string;
  claim: 'none';
  /** What becomes of the time of payment: what was received stays so until it is refunded. */
  paidAt: 'unchanged' | 'cleared';
  isOpen: false;
  /** `ifPaid` stands in for the text where the payment had come, and the shop's email address follows it. */
  buyerNotice: Notice;
};

export const orderStatusTable = {
  pending: {
    label: 'Pending',
    tone: 'warn',
    progress: 0,
    claim: 'held',
    paidAt: 'cleared',
    step: null,
    isOpen: true,
    mail: 'order_reopened',
    buyerNotice: null,
    showsTracking: false,
  },
  paid: {
    label: 'Paid',
    tone: 'info',
    progress: 1,
    claim: 'taken',
    paidAt: 'set',
    step: 'Paid',
    isOpen: true,
    mail: 'order_paid',
    buyerNotice: { title: 'Payment Received', text: 'Thank you. We’ve received your payment and are packing your order.' },
    showsTracking: false,
  },
  shipped: {
    label: 'Shipped',
    tone: 'progress',
    progress: 2,
    claim: 'taken',
    paidAt: 'set',
    step: 'Shipped',
    isOpen: true,
    mail: 'order_shipped',
    buyerNotice: { title: 'Shipped', text: 'Your order is on its way.' },
    showsTracking: true,
  },
  delivered: {
    label: 'Delivered',
    tone: 'good',
    progress: 3,
    claim: 'taken',
    paidAt: 'set',
    step: 'Delivered',
    isOpen: false,
    mail: null,
    buyerNotice: { title: 'Delivered', text: 'Your order has arrived. We hope you enjoy it for many years.' },
    showsTracking: true,
  },
  cancelled: {
    label: 'Cancelled',
    tone: 'bad',
    progress: null,
    claim: 'none',
    paidAt: 'unchanged',
    step: 'Cancelled',
    isOpen: false,
    mail: 'order_cancelled',
    buyerNotice: {
      title: 'Order Cancelled',
      text: 'Do not pay. This order was cancelled. Questions? Just write to us.',
      ifPaid: 'This order was cancelled after you paid. If you haven’t received your refund, email',
    },
    showsTracking: false,
  },
} as const satisfies Record<string, OrderStatusEntry>;

export type OrderStatus = keyof typeof orderStatusTable;
export const orderStatuses = keysOf(orderStatusTable);
/** Those whose orders do this to the stock. */
export const statusesClaiming = (claim: Claim): OrderStatus[] => orderStatuses.filter((status) => orderStatusTable[status].claim === claim);
/** Whether an order with this status has given its pieces up: what is paid for it now comes too late. */
export const hasEnded = (status: OrderStatus): boolean => orderStatusTable[status].claim === 'none';
/** Whether the buyer of such an order waits for a parcel, and is told of another tracking number. */
export const isOnItsWay = (status: OrderStatus): boolean => orderStatusTable[status].showsTracking && orderStatusTable[status].isOpen;
/** Whether the lines and totals of such an order can change: it has its pieces, and they are still here. */
export const isChangeable = (status: OrderStatus): boolean => orderStatusTable[status].isOpen && !orderStatusTable[status].showsTracking;
/** What the admin's list of orders can be narrowed to. */
export const orderFilters = [...orderStatuses, 'overdue'] as const;
