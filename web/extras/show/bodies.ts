/** What is sent of an entry. The same entry has the same body whenever it is sent: its key stands for it. */
import { formatDollars, parseAmount } from '#contract/money.ts';
import { type ClaimEntry, type EndingEntry, type HoldEntry, linesOf, type PieceEntry, type SaleEntry, type TypedLine } from './entries.ts';
import { soldLines } from './spread.ts';

/** The body of the call that makes the sale. */
export function saleBody(entry: SaleEntry) {
  const { paidHow, method, status, customerName, customerEmail, customerAddress, notes, sendsReceipt, fromHold, insteadOf } = entry.typed;
  const [first, ...further] = soldLines(entry) ?? [];
  return {
    ...first,
    paidHow,
    status,
    customerName,
    customerEmail,
    customerAddress,
    notes,
    soldAt: new Date(entry.recordedAt ?? 0).toISOString(),
    ...(further.length > 0 && { further }),
    ...(method && { method }),
    ...(fromHold && { fromHold }),
    ...(insteadOf && { insteadOf: { orderId: insteadOf.orderId, receivedAmount: insteadOf.receivedAmount } }),
    ...(sendsReceipt && { sendsReceipt }),
  };
}

/** The body of the call that puts pieces on hold. */
export function holdBody(entry: HoldEntry) {
  const [first, ...further] = linesOf(entry).map(({ specimenId, quantity, price }) => ({ specimenId, quantity: Number(quantity), price }));
  const { customerName, notes, until } = entry.typed;
  const hold = { status: 'pending', customerName, notes, holdUntil: new Date(until ?? 0).toISOString() };
  return { ...first, ...(further.length > 0 && { further }), ...hold };
}

/** The body of the call that takes a sale back. */
export const returnBody = ({ typed: { price, receivedAmount, method }, recordedAt }: EndingEntry) => ({
  refundAmount: price,
  method,
  receivedAmount,
  pieces: 'sale',
  refundedAt: new Date(recordedAt ?? 0).toISOString(),
});

/** The data of the form that makes the specimen: a draft, hidden until the admin shows it. */
export function pieceData({ typed }: PieceEntry) {
  const { title, category, price, catalogueNumber, note } = typed;
  return {
    title,
    category,
    visible: false,
    privateNotes: note,
    ...(price.trim() !== '' && { price: price.trim() }),
    ...(catalogueNumber.trim() !== '' && { catalogueNumber: catalogueNumber.trim() }),
  };
}

/** A piece that gives way to an order, as a line for that order's private note. @param line the piece; the first where none is named. */
export function noteOf(entry: ClaimEntry, formatTime: (iso: string) => string, line: TypedLine = linesOf(entry)[0]): string {
  const { kind, typed, recordedAt } = entry;
  const did = kind === 'sale' ? 'Also sold' : 'Also put on hold';
  const buyer =
    entry.kind === 'sale'
      ? [
          entry.typed.paidHow,
          typed.customerName,
          entry.typed.customerEmail,
          entry.typed.customerAddress.replaceAll(/(?<!\s)\s*\n\s*/g, ', '),
        ]
      : [typed.customerName];
  const parts = [
    `${did} at a show, ${formatTime(new Date(recordedAt ?? 0).toISOString())}: ${formatDollars(parseAmount(line.price) ?? 0)}`,
    ...(line.quantity === '1' ? [] : [`${line.quantity} pieces`]),
    ...buyer,
    typed.notes,
  ];
  return `${parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' · ')}. Not recorded as a ${kind}.`;
}
