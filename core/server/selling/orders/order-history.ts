import { formatDollars } from '#core/contract/money.ts';
import { HOLD_ENDED } from '#core/contract/selling/holds.ts';
import { attemptsText } from '#core/contract/selling/order-story.ts';
import type { OrderEvent } from '#core/contract/selling/orders.ts';
import { dayText } from './money-days.ts';
import { totalSentence } from './order-changes.ts';
import { CHANGED, REFUND_DUE } from './order-money.ts';
import type { LineRow } from './orders.queries.ts';

type EventRow = {
  created_at: string;
  actor: string;
  kind: string;
  specimen_id: number | null;
  data: Record<string, unknown>;
};

export function historyOf(
  events: EventRow[],
  lines: Pick<LineRow, 'specimen_id' | 'title'>[],
): OrderEvent[] {
  const titles = new Map(lines.map((line) => [line.specimen_id, line.title]));
  const titleOf = ({ specimen_id: id }: EventRow) => titles.get(id) ?? 'A deleted specimen';
  // What a feature notes for itself where a step begins tells nothing yet.
  const told = events.filter(({ kind }) => !kind.endsWith('_begun'));
  return steps(told).map((step): OrderEvent => {
    const [event] = step;
    const text = step.length > 1 ? together(step, titleOf) : sentence(event, titleOf(event));
    return {
      at: event.created_at,
      actor: event.actor === 'buyer' || event.actor === 'owner' ? event.actor : 'system',
      text,
    };
  });
}

type Step = [EventRow, ...EventRow[]];

function steps(events: EventRow[]): Step[] {
  const found: Step[] = [];
  for (const event of events) {
    const last = found.at(-1);
    const isSame =
      last?.[0].kind === event.kind &&
      last[0].created_at === event.created_at &&
      event.kind in stockMoves;
    if (isSame) last.push(event);
    else found.push([event]);
  }
  return found;
}

function together(step: Step, titleOf: (event: EventRow) => string): string {
  const pieces = step.reduce((sum, { data }) => sum + piecesOf(data), 0);
  const names = step.map((event) => withPieces(titleOf(event), event.data)).join('; ');
  return `${pieces} pieces ${stockMoves[step[0].kind]?.several}: ${names}.`;
}

const piecesOf = (data: EventRow['data']) => Number(data.pieces ?? 1);
const withPieces = (title: string, data: EventRow['data']) =>
  piecesOf(data) > 1 ? `${title} × ${piecesOf(data)}` : title;

const taken = { one: 'was taken out of stock', several: 'were taken out of stock' };

const stockMoves: Record<string, { one: string; several: string }> = {
  hold: { one: 'is on hold for the buyer', several: 'are on hold for the buyer' },
  holdAgain: { one: 'is on hold for the buyer again', several: 'are on hold for the buyer again' },
  release: { one: 'is no longer on hold', several: 'are no longer on hold' },
  take: taken,
  takeFree: taken,
  giveBack: { one: 'is back in stock', several: 'are back in stock' },
};

const SET_ASIDE = 'The pieces were set aside.';

const sentences: Record<string, string> = {
  mail_link_opened: 'The buyer opened the email’s link.',
  page_reopened: 'The buyer came back to the order page.',
  payment_opened: 'The buyer pressed “Pay with Venmo”.',
  payment_reported: 'The buyer pressed “I have sent it”.',
  hold_reminded: 'The buyer was reminded to pay.',
  hold_asked: 'The hold ended, and you were asked what to do.',
  hold_ended: HOLD_ENDED,
  cancelled_by_buyer: 'The buyer cancelled the order.',
  hold_extended: 'The hold was extended.',
  order_deleted: 'The order was deleted.',
  pieces_set_aside: SET_ASIDE,
  words_written: 'You emailed the buyer in your own words.',
  email_blocked: 'The buyer’s email address was blocked.',
  email_unblocked: 'The buyer’s email address was unblocked.',
  hold_recorded: 'The order was entered by hand.',
  sale_recorded: 'The sale was made elsewhere and recorded by hand.',
};

const fieldNames: Record<string, string> = {
  venmoPaymentId: 'Venmo payment ID',
  carrier: 'carrier',
  trackingNumber: 'tracking number',
  paidHow: 'how it was paid',
  privateNote: 'private note',
};

const buyerFields: Record<string, string> = {
  customerName: 'Name',
  customerEmail: 'Email',
  customerAddress: 'Address',
};

/** Nothing more is known once the buyer's data are erased. */
function buyerCorrection({ changes, note }: EventRow['data']): string {
  const corrected = (changes ?? {}) as Record<string, [string, string] | undefined>;
  const texts = Object.entries(buyerFields).flatMap(([field, name]) => {
    const [before, after] = corrected[field] ?? [];
    return after === undefined
      ? []
      : `${name}: ${oneLine(after) || 'none'} instead of ${oneLine(before ?? '') || 'none'}.`;
  });
  if (texts.length === 0) return 'The buyer’s details were corrected.';
  return [...texts, ...(note ? [`Note: ${note}`] : [])].join(' ');
}

const oneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(', ');

const totalText = (totals: unknown) => {
  const [before, after] = Array.isArray(totals) ? totals.map(Number) : [];
  return before === undefined || after === undefined || before === after
    ? ''
    : ` ${totalSentence(before, after)}`;
};
const changeText = ({ sentences, totals, isAside }: EventRow['data']) =>
  `${(Array.isArray(sentences) ? sentences : []).join(' ')}${totalText(totals)}${isAside ? ` ${SET_ASIDE}` : ''}`;

const proposalEnds: Record<string, string> = {
  accepted: 'The buyer accepted the change.',
  declined: 'The buyer declined the change.',
  expired: 'The buyer didn’t answer in time, so the order stayed as it was.',
  withdrawn: 'The change was withdrawn before the buyer answered.',
  overtaken: 'The order changed before the buyer answered, so the question ended.',
};

function mailText({ to, status, attempts }: EventRow['data']): string {
  const mail = `An email to ${to === 'admin' ? 'you' : 'the buyer'}`;
  if (status === 'sent') return `${mail} was sent ${attemptsText(Number(attempts))}.`;
  if (status === 'uncertain' || status === 'sending') return `${mail} may have been sent.`;
  return status === 'failed'
    ? `${mail} could not be sent ${attemptsText(Number(attempts))}.`
    : `${mail} was not sent.`;
}

const by = (method: unknown) =>
  typeof method !== 'string' || method === 'Other' ? '' : ` by ${method}`;
const feeText = (cents: unknown) =>
  Number(cents) > 0 ? ` with a fee of ${formatDollars(Number(cents))}` : '';

const correctionTexts: Record<string, (value: unknown) => string> = {
  cents: (cents) => formatDollars(Number(cents)),
  payer: () => 'another sender',
  note: () => 'another note',
  method: (method) => (typeof method === 'string' ? method : 'no method'),
  on: (day) => dayText(String(day)),
  feeCents: (cents) => (Number(cents) > 0 ? `a fee of ${formatDollars(Number(cents))}` : 'no fee'),
};

const correctionsText = (changes: unknown) =>
  Object.entries(correctionTexts)
    .flatMap(([name, say]) => {
      const [before, after] =
        (changes as Record<string, [unknown, unknown] | undefined>)[name] ?? [];
      if (after === CHANGED) return say(after);
      return before === after ? [] : `${say(after)} instead of ${say(before)}`;
    })
    .join('; ');

function sentence({ kind, data }: EventRow, title: string): string {
  const move = stockMoves[kind];
  if (move) return `${withPieces(title, data)} ${move.one}.`;
  switch (kind) {
    case 'order_placed':
      return 'The order was placed.';
    case 'order_imported':
      return `The order was imported. Its original number is ${data.reference}.`;
    case 'order_status':
      return `The status was changed from ${data.from} to ${data.to}.`;
    case 'order_edited':
      return `Changed: ${(Array.isArray(data.fields) ? data.fields : []).map((field) => fieldNames[field] ?? field).join(', ')}.`;
    case 'buyer_corrected':
      return buyerCorrection(data);
    case 'order_changed':
      return `Changed. ${changeText(data)}`;
    case 'change_proposed':
      return `The buyer was asked about a change. ${changeText(data)}`;
    case 'proposal_ended':
      return proposalEnds[String(data.state)] ?? 'The question to the buyer ended.';
    case 'sent_together':
      return `The order is sent together with ${new Intl.ListFormat('en-US').format((Array.isArray(data.orders) ? data.orders : []).map((id) => `#${id}`))}.`;
    case 'sent_alone':
      return `Order #${data.order} is sent separately again.`;
    case 'payment_matched': {
      const fee =
        typeof data.feeCents === 'number' ? ` Its fee was ${formatDollars(data.feeCents)}.` : '';
      return `The payment was matched from a statement.${fee}`;
    }
    case 'invoice_made':
      return `Invoice ${data.number} was made.`;
    case 'credit_note_made':
      if (data.counters)
        return `Counter-note ${data.number} took back credit note ${data.counters}.`;
      return `Credit note ${data.number} for invoice ${data.invoice} was made.`;
    case 'certificate_made':
      return `A certificate of ${title} was made.`;
    case 'money_refunded':
      return `${formatDollars(Number(data.cents))} was refunded${by(data.method)}${data.title ? ` for ${data.title}` : ''}.`;
    case REFUND_DUE:
      return `${formatDollars(Number(data.cents))} is to be refunded.`;
    case 'payment_noted':
      return `${formatDollars(Number(data.cents))} was received${by(data.method)}${feeText(data.feeCents)}.`;
    case 'payment_removed':
    case 'refund_removed':
      return `The ${kind.split('_')[0]} of ${formatDollars(Number(data.cents))}${by(data.method)} was removed.`;
    case 'payment_moved':
      return `The payment of ${formatDollars(Number(data.cents))} was moved from order #${data.from} to order #${data.to}.`;
    case 'rest_written_off':
      return `You accepted the payment as settled: ${formatDollars(Number(data.cents))} was written off.`;
    case 'surplus_kept':
      return `${formatDollars(Number(data.cents))} more than the total was kept as a gift.`;
    case 'money_corrected':
      return `The ${data.kind} of ${formatDollars(Number(data.cents))} was corrected: ${correctionsText(data.changes)}.`;
    case 'mail_sent_again':
      return `“${data.subject}” was sent again.`;
    case 'mail_removed':
      return mailText(data);
    case 'order_erased':
      return 'Personal data was erased.';
    default:
      return sentences[kind] ?? kind.replaceAll('_', ' ');
  }
}
