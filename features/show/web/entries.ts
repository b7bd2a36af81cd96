import type { Category } from '#core/contract/catalogue/categories.ts';
import { parseAmount } from '#core/contract/money.ts';
import type { MoneyMethod } from '#core/contract/selling/order-money.ts';
import type { SaleStatus } from '#features/hand-sales/contract/hand-made.ts';
import type { ShowClaims, ShowTakings } from '#features/show/contract/show.ts';

export type TypedLine = {
  specimenId: number;
  title: string;
  free: number;
  price: string;
  quantity: string;
};

type Undone = { orderId: number; receivedAmount: string; method: MoneyMethod; lines: SoldLine[] };
export type SoldLine = { specimenId: number; quantity: number };

export type TypedSale = TypedLine & {
  further?: TypedLine[];
  /** Paid for all of it; empty: the sum of the prices. */
  total?: string;
  paidHow: string;
  method?: MoneyMethod | undefined;
  status: SaleStatus;
  customerName: string;
  customerEmail: string;
  customerAddress: string;
  notes: string;
  sendsReceipt?: boolean;
  /** The hold's order, or its entry as long as the shop does not have it. */
  fromHold?: number | null;
  holdKey?: string | null;
  insteadOf?: Undone;
};

export type TypedHold = TypedLine & {
  further?: TypedLine[];
  customerName: string;
  /** Milliseconds since 1970; null while it is being typed. */
  until: number | null;
  notes: string;
};

export type TypedEnding = {
  what: 'release' | 'return';
  /** Null of a hold that the shop may have: its entry tells once it is sent. */
  orderId: number | null;
  holdKey?: string;
  title: string;
  lines: SoldLine[];
  price: string;
  receivedAmount: string;
  method: MoneyMethod;
};

export type TypedPiece = {
  title: string;
  category: Category;
  price: string;
  catalogueNumber: string;
  note: string;
  /** Ids in their order; the first picture is the main one. */
  pictures: string[];
};

export type Claims = ShowClaims & { specimenId?: number };

type Common = {
  key: string;
  /**
   * draft: being typed. waiting: to be sent. conflict: somebody else has the piece. refused: the
   * shop does not take it as it is. sent: the shop has it.
   */
  state: 'draft' | 'waiting' | 'conflict' | 'refused' | 'sent';
  /** Milliseconds since 1970. */
  begunAt: number;
  recordedAt: number | null;
  /** The shop may have it, though its answer was lost. */
  wasTried?: boolean | undefined;
  message: string | null;
  claims: Claims | null;
  sentAt: number | null;
  madeId: number | null;
  receiptPath?: string | null;
};
export type SaleEntry = Common & { kind: 'sale'; typed: TypedSale };
export type HoldEntry = Common & {
  kind: 'hold';
  typed: TypedHold;
  /** The shop takes no other words under the key. */
  triedAs?: TypedHold;
};
export type EndingEntry = Common & { kind: 'ending'; typed: TypedEnding };
export type PieceEntry = Common & { kind: 'piece'; typed: TypedPiece };
export type ClaimEntry = SaleEntry | HoldEntry;
export type Entry = ClaimEntry | EndingEntry | PieceEntry;

const nothingYet = {
  state: 'draft',
  recordedAt: null,
  message: null,
  claims: null,
  sentAt: null,
  madeId: null,
} as const;

type Begun = { id: number; title: string; price: string | null; free: number };
export const newLine = (piece: Begun): TypedLine => ({
  specimenId: piece.id,
  title: piece.title,
  free: piece.free,
  price: piece.price ?? '',
  quantity: '1',
});
const nobody = {
  customerName: '',
  customerEmail: '',
  customerAddress: '',
  notes: '',
  status: 'delivered' as const,
};

export const newSale = (key: string, now: number, piece: Begun): SaleEntry => ({
  ...nothingYet,
  key,
  kind: 'sale',
  begunAt: now,
  typed: { ...newLine(piece), paidHow: '', ...nobody },
});

const HOUR_MS = 60 * 60 * 1000;

/** Until the next hour but one: long enough for a walk through the hall. */
export const newHold = (key: string, now: number, piece: Begun): HoldEntry => ({
  ...nothingYet,
  key,
  kind: 'hold',
  begunAt: now,
  typed: {
    ...newLine(piece),
    customerName: '',
    until: Math.ceil(now / HOUR_MS + 1) * HOUR_MS,
    notes: '',
  },
});

/** @param hold its order, or its entry on this device. */
export const saleFromHold = (
  key: string,
  now: number,
  [first, ...further]: [TypedLine, ...TypedLine[]],
  hold: { orderId: number | null; key: string | null; customerName: string },
): SaleEntry => ({
  ...nothingYet,
  key,
  kind: 'sale',
  begunAt: now,
  typed: {
    ...first,
    further,
    paidHow: '',
    ...nobody,
    customerName: hold.customerName,
    fromHold: hold.orderId,
    holdKey: hold.key,
  },
});

export type Move = ShowTakings['moves'][number];

/** Replaces the first sale when it is recorded. Null where it cannot be sold again. */
export function correctedSale(key: string, now: number, move: Move): SaleEntry | null {
  const { orderId, receivedAmount, customerName, customerEmail } = move;
  const lines = move.lines.map(({ specimenId, title, quantity, price }) => ({
    specimenId,
    title,
    free: quantity,
    price,
    quantity: String(quantity),
  }));
  const [first, ...further] = lines.flatMap(({ specimenId, ...line }) =>
    specimenId === null ? [] : [{ ...line, specimenId }],
  );
  // A specimen that has been deleted cannot be sold again.
  if (!first || further.length + 1 < lines.length) return null;
  const sold = [first, ...further].map(({ specimenId, free }) => ({ specimenId, quantity: free }));
  const method = move.method === '' ? 'Other' : move.method;
  // Partial refunds and shipping are in no price; after a full refund the prices count again.
  const asSold = move.lines.reduce(
    (sum, { price, quantity }) => sum + (parseAmount(price) ?? 0) * quantity,
    0,
  );
  const total = [0, asSold].includes(parseAmount(receivedAmount) ?? 0) ? '' : receivedAmount;
  const typed = {
    ...first,
    further,
    total,
    paidHow: move.method,
    ...nobody,
    customerName,
    customerEmail,
  };
  return {
    ...nothingYet,
    key,
    kind: 'sale',
    begunAt: now,
    typed: { ...typed, method, insteadOf: { orderId, receivedAmount, method, lines: sold } },
  };
}

export const newEnding = (key: string, now: number, typed: TypedEnding): EndingEntry => ({
  ...nothingYet,
  key,
  kind: 'ending',
  begunAt: now,
  state: 'waiting',
  recordedAt: now,
  typed,
});

export const newPiece = (
  key: string,
  now: number,
  begun: Pick<TypedPiece, 'category' | 'catalogueNumber'>,
): PieceEntry => ({
  ...nothingYet,
  key,
  kind: 'piece',
  begunAt: now,
  typed: { title: '', price: '', note: '', pictures: [], ...begun },
});

export const linesOf = ({
  typed: { specimenId, title, free, price, quantity, further = [] },
}: ClaimEntry): [TypedLine, ...TypedLine[]] => [
  { specimenId, title, free, price, quantity },
  ...further,
];

export function titleOf(entry: Entry): string {
  const title = entry.typed.title.trim() || 'No title';
  const more = entry.kind === 'sale' || entry.kind === 'hold' ? linesOf(entry).length - 1 : 0;
  return more === 0 ? title : `${title} and ${more} more`;
}

/** The sum paid in cents; null where there is no amount. */
export function centsOf(entry: Entry): number | null {
  if (entry.kind === 'piece' || entry.kind === 'ending') return parseAmount(entry.typed.price);
  const total = entry.kind === 'sale' ? (entry.typed.total ?? '').trim() : '';
  if (total !== '') return parseAmount(total);
  return linesOf(entry).reduce<number | null>((sum, { price, quantity }) => {
    const cents = parseAmount(price);
    return sum === null || cents === null ? null : sum + cents * Number(quantity);
  }, 0);
}
