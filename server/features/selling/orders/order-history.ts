/** An order's events as sentences. */
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
    text: sentence(event, titles.get(event.specimen_id) ?? 'A specimen deleted since'),
  }));
}

const stockMoves: Record<string, string> = {
  hold: 'is held for the buyer',
  holdAgain: 'is held for the buyer again',
  release: 'is no longer held for the buyer',
  take: 'has been taken out of the stock',
  takeFree: 'has been taken out of the stock',
  giveBack: 'is back in the stock',
};

const sentences: Record<string, string> = {
  mail_link_opened: 'The link in the mail was opened.',
  page_reopened: 'The page of the order was opened again.',
  payment_opened: '“Pay with Venmo” was pressed.',
  payment_reported: '“I have sent it” was pressed.',
  hold_reminded: 'The buyer was reminded that the hold ends.',
  hold_asked: 'The hold ended, and you were asked what to do.',
  hold_ended: 'The hold ended without a payment.',
  hold_extended: 'The hold was extended.',
  payment_matched: 'The payment was found in a statement, and its id noted.',
  email_blocked: 'The buyer’s email address was blocked.',
  email_unblocked: 'The buyer’s email address was unblocked.',
  sale_recorded: 'The sale was made elsewhere and entered by hand.',
};

const fieldNames: Record<string, string> = {
  venmoPaymentId: 'Venmo payment id',
  carrier: 'carrier',
  trackingNumber: 'tracking number',
  paidHow: 'how it was paid',
  privateNote: 'private note',
  customerAddress: 'postal address',
};

function sentence({ kind, data }: EventRow, title: string): string {
  const move = stockMoves[kind];
  if (move) return `${title}${Number(data.pieces) > 1 ? ` × ${data.pieces}` : ''} ${move}.`;
  switch (kind) {
    case 'order_placed':
      return 'The order was placed.';
    case 'order_imported':
      return `The order was imported; it was called ${data.reference} where it came from.`;
    case 'order_status':
      return `The status was changed from ${data.from} to ${data.to}.`;
    case 'order_edited':
      return `Changed: ${(Array.isArray(data.fields) ? data.fields : []).map((field) => fieldNames[field] ?? field).join(', ')}.`;
    case 'invoice_made':
      return `Invoice ${data.number} was made.`;
    case 'certificate_made':
      return `A certificate of ${title} was made.`;
    case 'order_erased':
      return 'Personal data were erased.';
    default:
      return sentences[kind] ?? kind.replaceAll('_', ' ');
  }
}
