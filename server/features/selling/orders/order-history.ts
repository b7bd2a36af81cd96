/** An order's events as sentences. */

import { formatDollars } from '#contract/money.ts';
import { HOLD_ENDED } from '#contract/selling/holds.ts';
import type { OrderEvent } from '#contract/selling/orders.ts';
import type { LineRow } from './orders.queries.ts';

type EventRow = {
  created_at: string;
  actor: string;
  kind: string;
  specimen_id: number | null;
  data: Record<string, unknown>;
};

export function historyOf(events: EventRow[], lines: LineRow[]): OrderEvent[] {
  const titles = new Map(lines.map((line) => [line.specimen_id, line.title]));
  return events.map((event) => ({
    at: event.created_at,
    actor: event.actor === 'buyer' || event.actor === 'owner' ? event.actor : 'system',
    text: sentence(event, titles.get(event.specimen_id) ?? 'A deleted specimen'),
  }));
}

const TAKEN = 'was taken out of stock';

const stockMoves: Record<string, string> = {
  hold: 'is on hold for the buyer',
  holdAgain: 'is on hold for the buyer again',
  release: 'is no longer on hold',
  take: TAKEN,
  takeFree: TAKEN,
  giveBack: 'is back in stock',
};

const sentences: Record<string, string> = {
  mail_link_opened: 'The buyer opened the email’s link.',
  page_reopened: 'The buyer came back to the order page.',
  payment_opened: 'The buyer pressed “Pay with Venmo”.',
  payment_reported: 'The buyer pressed “I have sent it”.',
  hold_reminded: 'The buyer was reminded to pay.',
  hold_asked: 'The hold ended, and you were asked what to do.',
  hold_ended: HOLD_ENDED,
  hold_extended: 'The hold was extended.',
  payment_matched: 'The payment was matched from a statement.',
  pieces_set_aside: 'The pieces were set aside.',
  email_blocked: 'The buyer’s email address was blocked.',
  email_unblocked: 'The buyer’s email address was unblocked.',
  sale_recorded: 'The sale was made elsewhere and recorded by hand.',
};

const fieldNames: Record<string, string> = {
  venmoPaymentId: 'Venmo payment ID',
  carrier: 'carrier',
  trackingNumber: 'tracking number',
  paidHow: 'how it was paid',
  privateNote: 'private note',
  customerAddress: 'mailing address',
};

function sentence({ kind, data }: EventRow, title: string): string {
  const move = stockMoves[kind];
  if (move) return `${title}${Number(data.pieces) > 1 ? ` × ${data.pieces}` : ''} ${move}.`;
  switch (kind) {
    case 'order_placed':
      return 'The order was placed.';
    case 'order_imported':
      return `The order was imported. Its original number is ${data.reference}.`;
    case 'order_status':
      return `The status was changed from ${data.from} to ${data.to}.`;
    case 'order_edited':
      return `Changed: ${(Array.isArray(data.fields) ? data.fields : []).map((field) => fieldNames[field] ?? field).join(', ')}.`;
    case 'invoice_made':
      return `Invoice ${data.number} was made.`;
    case 'credit_note_made':
      return `Credit note ${data.number} for invoice ${data.invoice} was made.`;
    case 'certificate_made':
      return `A certificate of ${title} was made.`;
    case 'money_refunded':
      return `${formatDollars(Number(data.cents))} was refunded${data.method === 'Other' ? '' : ` by ${data.method}`}${data.title ? ` for ${data.title}` : ''}.`;
    case 'order_erased':
      return 'Personal data was erased.';
    default:
      return sentences[kind] ?? kind.replaceAll('_', ' ');
  }
}
