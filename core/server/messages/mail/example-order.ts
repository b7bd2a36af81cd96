import { DAY_MS } from '#core/contract/durations.ts';
import type { MailedOrder } from './order-mail-parts.ts';

/** @param at when it was placed; it holds for three days. */
export function exampleOrder(at: Date): MailedOrder {
  const heldUntil = new Date(at.getTime() + 3 * DAY_MS).toISOString();
  const line = {
    id: 1,
    specimenId: 1,
    title: 'Imperial topaz, Ouro Preto',
    price: '620.00',
    quantity: 1,
    shippingPrice: '9.50',
  };
  return {
    id: 12,
    specimenId: 1,
    kind: 'cart',
    customerName: 'Ada Moor',
    customerEmail: 'ada@buyer.example',
    customerAddress: '1 Quarry Road\nButte, MT 59701',
    subtotalAmount: '620.00',
    shippingAmount: '9.50',
    totalAmount: '629.50',
    status: 'pending',
    venmoUsername: '@ada',
    venmoPaymentId: null,
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    notes: null,
    buyerNotes: null,
    lines: [{ ...line, lineTotal: '620.00', imageUrl: '' }],
    createdAt: at.toISOString(),
    heldUntil,
    paymentReportedAt: null,
    awaitsProof: false,
    secretPath: '/order-confirmation/12?key=secret',
    mailPath: '/order-confirmation/12#key=mailed',
    isEmailProved: true,
    pictures: new Map(),
    holdEndsAt: heldUntil,
    released: { free: [], reserved: [] },
    receivedAmount: '0.00',
    paidAmount: '0.00',
    payment: '',
    dueAmount: '629.50',
    surplusAmount: '0.00',
    refund: null,
    change: null,
    together: [],
    words: '',
    isRefundDue: false,
  };
}
