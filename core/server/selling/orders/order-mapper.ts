import { formatAmount } from '#core/contract/money.ts';
import { secretPath } from '#core/contract/selling/order-key.ts';
import type { AdminOrder, BuyerOrder, Order, OrderLine } from '#core/contract/selling/orders.ts';
import type {
  MailedOrder,
  MailPicture,
  Released,
  ToldChange,
  ToldRefund,
} from '#core/server/messages/mail/mail.service.ts';
import { trackingUrl } from './carriers.ts';
import { heldUntil, holdStateOf } from './hold-rules.ts';
import type { MoneyRow } from './order-money.queries.ts';
import { dueOf, type Money, receivedOf, sumOf, surplusOf } from './order-money.ts';
import { isOverdue } from './order-statuses.ts';
import type { LineRow, OrderRow } from './orders.queries.ts';

/** Clients that know only the specification look for this in an order's notes. */
const MULTIPLE_ITEMS = 'Order contains multiple items';

export const toBuyerOrder = (row: OrderRow, lines: LineRow[]): BuyerOrder => ({
  ...toOrder(row, lines),
  secretPath: secretPath(row.id, row.access_key),
});

export type Told = {
  released?: Released;
  refund?: ToldRefund | null;
  payment?: string;
  change?: ToldChange | null;
  together?: number[];
  words?: string;
  isRefundDue?: boolean;
  pictures?: ReadonlyMap<number, MailPicture>;
};

export const toMailedOrder = (
  row: OrderRow,
  lines: LineRow[],
  money: Money,
  isEmailProved: boolean,
  {
    released = { free: [], reserved: [] },
    refund = null,
    payment = '',
    change = null,
    together = [],
    words = '',
    isRefundDue = false,
    pictures = new Map(),
  }: Told = {},
): MailedOrder => ({
  ...toBuyerOrder(row, lines),
  mailPath: secretPath(row.id, row.mail_key ?? row.access_key),
  isEmailProved,
  pictures,
  holdEndsAt: row.hold_ends_at,
  released,
  receivedAmount: formatAmount(receivedOf(money)),
  paidAmount: formatAmount(sumOf(money, 'payment')),
  dueAmount: formatAmount(dueOf(row, money)),
  surplusAmount: formatAmount(surplusOf(row, money)),
  refund,
  payment,
  change,
  together: together.length > 1 ? together : [],
  words,
  isRefundDue,
});

export const toMovedMoney = (row: MoneyRow, lines: LineRow[]) => ({
  amount: formatAmount(row.amount_cents),
  at: row.at,
  method: row.method,
  title: lines.find(({ id }) => id === row.line_id)?.title ?? null,
});

export const toAdminOrder = (
  row: OrderRow,
  lines: LineRow[],
  money: MoneyRow[],
  now: Date,
): AdminOrder => ({
  ...toOrder(row, lines),
  overdue: isOverdue(row, now),
  hold: holdStateOf(row),
  hasSignOfLife: row.sign_of_life_at !== null,
  paidHow: row.paid_how,
  receivedAmount: formatAmount(receivedOf(money)),
  paidBy: money.findLast(({ kind }) => kind === 'payment')?.method ?? null,
  dueAmount: formatAmount(dueOf(row, money)),
});

function toOrder(row: OrderRow, lines: LineRow[]): Order {
  return {
    id: row.id,
    specimenId: lines[0]?.specimen_id ?? null,
    kind: row.kind,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    customerAddress: row.customer_address,
    subtotalAmount: formatAmount(row.subtotal_cents),
    shippingAmount: formatAmount(row.shipping_cents),
    totalAmount: formatAmount(row.total_cents),
    status: row.status,
    venmoUsername: row.venmo_username,
    venmoPaymentId: row.venmo_payment_id,
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    trackingUrl: trackingUrl(row.carrier, row.tracking_number),
    notes:
      [row.notes, lines.length > 1 ? MULTIPLE_ITEMS : null]
        .filter((notes) => notes !== null)
        .join('\n') || null,
    buyerNotes: row.notes,
    lines: lines.map(toLine),
    createdAt: row.created_at,
    heldUntil: heldUntil(row),
    paymentReportedAt: row.payment_reported_at,
    awaitsProof: row.status === 'pending' && row.awaits_proof,
  };
}

const toLine = (line: LineRow): OrderLine => ({
  id: line.id,
  specimenId: line.specimen_id,
  title: line.title,
  price: formatAmount(line.price_cents),
  shippingPrice: formatAmount(line.shipping_cents),
  quantity: line.quantity,
  lineTotal: formatAmount(line.price_cents * line.quantity),
  imageUrl: line.image_url,
});
