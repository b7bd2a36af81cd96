/** Few pages speak of orders, so these are apart. */
import { keysOf, type Tone } from '#core/contract/tables.ts';

export type Claim = 'held' | 'taken' | 'none';

type Notice = { title: string; text: string; ifPaid?: string };

export type OrderStatusEntry = {
  label: string;
  tone: Tone;
  isOpen: boolean;
  /** null: no mail. */
  mail: `order_${string}` | null;
  showsTracking: boolean;
} & (OnCourse | Ended);

type OnCourse = {
  /** Mails follow it forward only. */
  progress: number;
  /** What the buyer reads; null: no step. */
  step: string | null;
  /** null: the page asks for the payment instead. */
  buyerNotice: Notice | null;
} & (
  | { claim: 'held'; paidAt: 'cleared' }
  /** `set`: the owner says that it is settled; a known time stays. */
  | { claim: 'taken'; paidAt: 'set' | 'unchanged' }
);

type Ended = {
  progress: null;
  step: string;
  claim: 'none';
  /** A payment stays until it is refunded. */
  paidAt: 'unchanged' | 'cleared';
  isOpen: false;
  /** `ifPaid` replaces the text where money had come; the shop's email address follows it. */
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
    buyerNotice: {
      title: 'Payment Received',
      text: 'Thank you. We’ve received your payment and are packing your order.',
    },
    showsTracking: false,
  },
  shipped: {
    label: 'Shipped',
    tone: 'progress',
    progress: 2,
    claim: 'taken',
    paidAt: 'unchanged',
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
    paidAt: 'unchanged',
    step: 'Delivered',
    isOpen: false,
    mail: null,
    buyerNotice: {
      title: 'Delivered',
      text: 'Your order has arrived. We hope you enjoy it for many years.',
    },
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
export const statusesClaiming = (claim: Claim): OrderStatus[] =>
  orderStatuses.filter((status) => orderStatusTable[status].claim === claim);
/** The order has given its pieces up: what is paid now comes too late. */
export const hasEnded = (status: OrderStatus): boolean => orderStatusTable[status].claim === 'none';
/** The buyer waits for a parcel. */
export const isOnItsWay = (status: OrderStatus): boolean =>
  orderStatusTable[status].showsTracking && orderStatusTable[status].isOpen;
/** The shop still has the pieces. */
export const isChangeable = (status: OrderStatus): boolean =>
  orderStatusTable[status].isOpen && !orderStatusTable[status].showsTracking;
export const orderFilters = [...orderStatuses, 'overdue'] as const;
