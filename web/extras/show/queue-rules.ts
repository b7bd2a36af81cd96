/** What waits on the device to be sent, and what becomes of it: the rules alone, without database, network or screen. */

import type { Category } from '#contract/catalogue/categories.ts';
import { specimenFields } from '#contract/catalogue/specimen-fields.ts';
import type { ShowClaims } from '#contract/extras/show/show.ts';
import { formatDollars, parseAmount } from '#contract/money.ts';
import { AMOUNT_MESSAGE, AMOUNT_OR_BLANK, PRICE_MESSAGE } from '#contract/number-words.ts';
import type { ProblemBody } from '#contract/problems.ts';
import { buyerRules, emailPattern } from '#contract/selling/checkout.ts';
import type { SaleStatus } from '#contract/selling/hand-made.ts';

export type TypedSale = {
  specimenId: number;
  title: string;
  /** Pieces of a lot that were free when it was typed. */
  free: number;
  price: string;
  quantity: string;
  paidHow: string;
  status: SaleStatus;
  customerName: string;
  customerEmail: string;
  customerAddress: string;
  notes: string;
};

export type TypedPiece = {
  title: string;
  category: Category;
  price: string;
  catalogueNumber: string;
  note: string;
  /** The ids of its pictures, in their order; the first is the main one. */
  pictures: string[];
};

type Common = {
  /** Under which it is sent, each time again: its idempotency key. */
  key: string;
  /**
   * draft: being typed. waiting: recorded, to be sent. conflict: somebody else has the piece. refused: the shop does not take it as it is.
   * sent: the shop has it.
   */
  state: 'draft' | 'waiting' | 'conflict' | 'refused' | 'sent';
  /** Milliseconds since 1970. */
  begunAt: number;
  recordedAt: number | null;
  /** What the shop said last. */
  message: string | null;
  /** Of a conflict: who has the piece. */
  claims: ShowClaims | null;
  /** The order or the specimen that it has become, and when. */
  sentAt: number | null;
  madeId: number | null;
};
export type SaleEntry = Common & { kind: 'sale'; typed: TypedSale };
export type PieceEntry = Common & { kind: 'piece'; typed: TypedPiece };
export type Entry = SaleEntry | PieceEntry;

const nothingYet = { state: 'draft', recordedAt: null, message: null, claims: null, sentAt: null, madeId: null } as const;

export function newSale(key: string, now: number, piece: { id: number; title: string; price: string | null; free: number }): SaleEntry {
  const typed = { specimenId: piece.id, title: piece.title, free: piece.free, price: piece.price ?? '', quantity: '1', paidHow: '' };
  const buyer = { customerName: '', customerEmail: '', customerAddress: '', notes: '', status: 'delivered' as const };
  return { ...nothingYet, key, kind: 'sale', begunAt: now, typed: { ...typed, ...buyer } };
}

export const newPiece = (key: string, now: number, begun: Pick<TypedPiece, 'category' | 'catalogueNumber'>): PieceEntry => ({
  ...nothingYet,
  key,
  kind: 'piece',
  begunAt: now,
  typed: { title: '', price: '', note: '', pictures: [], ...begun },
});

/** Why it cannot be recorded as it is typed, by field; null where it can. The shop checks again. */
export function typingErrors(entry: Entry): Record<string, string> | null {
  const errors: Record<string, string> = {};
  const { price } = entry.typed;
  if (entry.kind === 'sale') {
    const cents = parseAmount(price);
    if (cents === null) errors.price = AMOUNT_MESSAGE;
    else if (cents <= 0) errors.price = PRICE_MESSAGE;
    const quantity = Number(entry.typed.quantity);
    if (!Number.isInteger(quantity) || quantity < 1) errors.quantity = 'At least one piece';
    else if (quantity > Math.max(1, entry.typed.free)) errors.quantity = `Only ${entry.typed.free} available`;
    const { customerEmail } = entry.typed;
    if (customerEmail.trim() !== '' && !emailPattern.test(customerEmail.trim())) errors.customerEmail = buyerRules.customerEmail.message;
  } else {
    if (entry.typed.title.trim() === '') errors.title = specimenFields.title.missing.upload;
    if (entry.typed.pictures.length === 0) errors.pictures = 'Please take at least one photo';
    if (price.trim() !== '' && parseAmount(price) === null) errors.price = AMOUNT_OR_BLANK;
  }
  return Object.keys(errors).length === 0 ? null : errors;
}

/** Whether nothing was typed that would be missed. @param price with which a sale began. */
export function isEmpty({ recordedAt, ...entry }: Entry, price: string | null): boolean {
  if (recordedAt !== null) return false;
  if (entry.kind === 'piece')
    return entry.typed.pictures.length === 0 && [entry.typed.title, entry.typed.price, entry.typed.note].join('').trim() === '';
  const { paidHow, customerName, customerEmail, customerAddress, notes, quantity } = entry.typed;
  const isTyped = [paidHow, customerName, customerEmail, customerAddress, notes].join('').trim() !== '';
  return !isTyped && quantity === '1' && entry.typed.price === (price ?? '');
}

/** It is as it shall be sent. */
export const recorded = <E extends Entry>(entry: E, now: number): E => ({
  ...entry,
  state: 'waiting',
  // The day of the sale stays the day of the sale, however often its words are mended.
  recordedAt: entry.recordedAt ?? now,
  message: null,
  claims: null,
});

/** It is to be changed before it is sent, or sent again. */
export const reopened = <E extends Entry>(entry: E): E => (entry.state === 'sent' ? entry : { ...entry, state: 'draft' });

/** What is sent, in the sequence in which it was recorded: who was first at the table is first in the shop. */
export const toSend = (entries: readonly Entry[]): Entry[] =>
  entries
    .filter(({ state }) => state === 'waiting')
    .toSorted((a, b) => (a.recordedAt ?? 0) - (b.recordedAt ?? 0) || a.begunAt - b.begunAt || (a.key < b.key ? -1 : 1));

export type Outcome =
  | { kind: 'sent'; id: number | null; message?: string }
  | { kind: 'conflict'; message: string }
  | { kind: 'refused'; message: string }
  /** Nothing can be sent now; `seconds` after which trying again makes sense, where the shop says so. */
  | { kind: 'later'; seconds: number | null }
  | { kind: 'login' };

const RECORDED = 'The shop already had an earlier version. Please check it there.';

/** What a response means for the entry that was sent. @param body as it was parsed; null: it was no JSON. */
export function outcomeOf(kind: Entry['kind'], status: number, body: unknown): Outcome {
  if (status >= 200 && status < 300 && hasId(body)) return { kind: 'sent', id: body.id };
  const problem = isProblem(body) ? body : null;
  const message = problem?.message ?? `The shop answered with ${status}.`;
  // A response that is not the shop's own comes from something in between, such as the hall's own network asking for a login.
  if (problem === null || status >= 500 || status === 429 || status === 408) return { kind: 'later', seconds: problem?.retryAfter ?? null };
  if (status === 401) return { kind: 'login' };
  if (problem.code === 'key_reused') return { kind: 'sent', id: null, message: RECORDED };
  if (kind === 'sale' && (status === 409 || status === 404)) return { kind: 'conflict', message };
  return { kind: 'refused', message };
}

const isProblem = (body: unknown): body is ProblemBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body && typeof body.message === 'string';
const hasId = (body: unknown): body is { id: number } =>
  typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'number';

/** The entry after what became of it; as it was where nothing could be sent. @param entry as it is stored by then. */
export function settled<E extends Entry>(entry: E, outcome: Outcome, now: number, claims: ShowClaims | null = null): E {
  if (entry.state === 'sent') return entry;
  if (outcome.kind === 'sent') {
    // Another window has changed it since: the shop has it as it was.
    const message = entry.state === 'waiting' ? (outcome.message ?? null) : RECORDED;
    return { ...entry, state: 'sent', sentAt: now, madeId: outcome.id, message, claims: null };
  }
  if (entry.state !== 'waiting' || outcome.kind === 'later' || outcome.kind === 'login') return entry;
  return { ...entry, state: outcome.kind, message: outcome.message, claims };
}

/** Pieces of a specimen that were sold on this device and that the list of pieces does not know of yet. @param takenAt of that list. */
export const soldHere = (entries: readonly Entry[], specimenId: number, takenAt: number): number =>
  entries
    .filter((entry) => entry.kind === 'sale' && entry.typed.specimenId === specimenId)
    .filter(({ state, sentAt }) => state === 'waiting' || (state === 'sent' && (sentAt ?? 0) > takenAt))
    .reduce((sum, entry) => sum + (entry.kind === 'sale' ? Number(entry.typed.quantity) : 0), 0);

/** What is not in the shop yet, whatever the reason. */
export const unsent = (entries: readonly Entry[]): Entry[] => entries.filter(({ state }) => state !== 'sent');

/** `2 sales and 1 new piece`; of nothing an empty text. */
export function countWords(entries: readonly Entry[]): string {
  const count = (kind: Entry['kind'], one: string, many: string) => {
    const found = entries.filter((entry) => entry.kind === kind).length;
    return found === 0 ? [] : [`${found} ${found === 1 ? one : many}`];
  };
  return [...count('sale', 'sale', 'sales'), ...count('piece', 'new piece', 'new pieces')].join(' and ');
}

/** What a logout would lose, in a sentence for each kind of entry; null where nothing waits. */
export function lossWords(entries: readonly Entry[]): string | null {
  const lost = unsent(entries);
  if (lost.length === 0) return null;
  const names = lost.slice(0, 3).map(({ typed }) => `“${typed.title.trim() || 'no title'}”`);
  const rest = lost.length > names.length ? ` and ${lost.length - names.length} more` : '';
  return `${countWords(lost)} on this device ${lost.length === 1 ? 'is' : 'are'} not in the shop yet: ${names.join(', ')}${rest}. To send ${lost.length === 1 ? 'it' : 'them'} first, open “Mineral show”.`;
}

/** The body of the call that makes the sale. */
export function saleBody({ typed, recordedAt }: SaleEntry) {
  const { title: _title, free: _free, quantity, ...words } = typed;
  return { ...words, quantity: Number(quantity), soldAt: new Date(recordedAt ?? 0).toISOString() };
}

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

/** The settled sale as a line for an order's private note. */
export function noteOf({ typed, recordedAt }: SaleEntry, formatTime: (iso: string) => string): string {
  const parts = [
    `Also sold at a show, ${formatTime(new Date(recordedAt ?? 0).toISOString())}: ${formatDollars(parseAmount(typed.price) ?? 0)}`,
    ...(typed.quantity === '1' ? [] : [`${typed.quantity} pieces`]),
    ...[typed.paidHow, typed.customerName, typed.customerEmail, typed.customerAddress.replaceAll(/(?<!\s)\s*\n\s*/g, ', '), typed.notes],
  ];
  return `${parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' · ')}. Not recorded as a sale.`;
}
