/** An entry always has the same body: its key stands for it. */
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import {
  type ClaimEntry,
  type EndingEntry,
  type HoldEntry,
  linesOf,
  type PieceEntry,
  type SaleEntry,
  type TypedLine,
} from './entries.ts';
import { soldLines } from './spread.ts';

export function saleBody(entry: SaleEntry) {
  const {
    paidHow,
    method,
    status,
    customerName,
    customerEmail,
    customerAddress,
    notes,
    sendsReceipt,
    fromHold,
    insteadOf,
  } = entry.typed;
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
    ...(insteadOf && {
      insteadOf: { orderId: insteadOf.orderId, receivedAmount: insteadOf.receivedAmount },
    }),
    ...(sendsReceipt && { sendsReceipt }),
  };
}

export function holdBody(entry: HoldEntry) {
  const [first, ...further] = linesOf(entry).map(({ specimenId, quantity, price }) => ({
    specimenId,
    quantity: Number(quantity),
    price,
  }));
  const { customerName, notes, until } = entry.typed;
  const hold = {
    status: 'pending',
    customerName,
    notes,
    holdUntil: new Date(until ?? 0).toISOString(),
  };
  return { ...first, ...(further.length > 0 && { further }), ...hold };
}

export const returnBody = ({
  typed: { price, receivedAmount, method },
  recordedAt,
}: EndingEntry) => ({
  refundAmount: price,
  method,
  receivedAmount,
  pieces: 'sale',
  refundedAt: new Date(recordedAt ?? 0).toISOString(),
});

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

/** @param line the first where none is named. */
export function noteOf(
  entry: ClaimEntry,
  formatTime: (iso: string) => string,
  line: TypedLine = linesOf(entry)[0],
): string {
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
