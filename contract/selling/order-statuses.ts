/** The statuses of orders, as `statuses.ts` has those of specimens; apart from them, because few pages speak of orders. */
import { keysOf, type Tone } from '#contract/catalogue/statuses.ts';

/** What an order line does to its specimen's stock: holds pieces of it, has taken them out of the shop, or nothing. */
export type Claim = 'held' | 'taken' | 'none';

type OrderStatusEntry = {
  label: string;
  tone: Tone;
  /** The place in an order's usual course, which mails follow forward only; null for a status that ends it early. */
  progress: number | null;
  /** What the order's lines do to the stock. */
  claim: Claim;
  /** What becomes of the time of payment, by which the ledger knows a sale: `set` leaves a time that is known already. */
  paidAt: 'set' | 'unchanged' | 'cleared';
  /** What the order's buyer reads at its step; null where it is none, as the order itself is one. */
  step: string | null;
  /** Whether the admin still has something to do. */
  isOpen: boolean;
  /** The kind of the mail that tells the buyer so (its text: `server/features/messages/mail/mail-templates.ts`); null for none. */
  mail: `order_${string}` | null;
  /** What the buyer reads on the page of the order; null where it asks for the payment instead. */
  buyerNotice: { title: string; text: string } | null;
  /** Whether that page shows carrier and tracking number. */
  showsTracking: boolean;
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
    mail: null,
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
    paidAt: 'cleared',
    step: 'Cancelled',
    isOpen: false,
    mail: 'order_cancelled',
    buyerNotice: { title: 'Order Cancelled', text: 'Do not pay. This order was cancelled. Questions? Just write to us.' },
    showsTracking: false,
  },
} as const satisfies Record<string, OrderStatusEntry>;

export type OrderStatus = keyof typeof orderStatusTable;
export const orderStatuses = keysOf(orderStatusTable);
/** What the admin's list of orders can be narrowed to. */
export const orderFilters = [...orderStatuses, 'overdue'] as const;
