/** Rules alone, without database, network or screen. */

import { amountError, noAmount } from '#core/contract/amount-question.ts';
import { specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import { parseAmount } from '#core/contract/money.ts';
import { PRICE_MESSAGE } from '#core/contract/number-words.ts';
import type { ProblemBody } from '#core/contract/problems.ts';
import { buyerRules, emailPattern } from '#core/contract/selling/checkout.ts';
import type { ShowClaims } from '#features/show/contract/show.ts';
import {
  type ClaimEntry,
  type Claims,
  type Entry,
  type HoldEntry,
  linesOf,
  type SaleEntry,
  type TypedLine,
  titleOf,
} from './entries.ts';
import { soldLines } from './spread.ts';

/** By field; the shop checks again. @param now milliseconds since 1970. */
export function typingErrors(entry: Entry, now: number): Record<string, string> | null {
  const errors: Record<string, string> = {};
  if (entry.kind === 'sale' || entry.kind === 'hold')
    for (const [index, line] of linesOf(entry).entries())
      Object.assign(errors, lineErrors(line, index));
  if (entry.kind === 'sale') {
    const hasPrices = Object.keys(errors).length === 0;
    const { customerEmail, sendsReceipt } = entry.typed;
    if ((customerEmail.trim() !== '' || sendsReceipt) && !emailPattern.test(customerEmail.trim()))
      errors.customerEmail = buyerRules.customerEmail.message;
    const wrong = totalError(entry, hasPrices);
    if (wrong !== null) errors.total = wrong;
  }
  if (entry.kind === 'hold') {
    if (entry.typed.customerName.trim() === '') errors.customerName = 'Please say who it’s for';
    if (entry.typed.until === null || entry.typed.until <= now)
      errors.until = 'Please choose a time that’s still to come';
  }
  if (entry.kind === 'piece') {
    if (entry.typed.title.trim() === '') errors.title = specimenFields.title.missing.upload;
    if (entry.typed.pictures.length === 0) errors.pictures = 'Please take at least one photo';
    const wrong = amountError(entry.typed.price);
    if (wrong) errors.price = wrong;
  }
  return Object.keys(errors).length === 0 ? null : errors;
}

export const lineField = (name: 'price' | 'quantity', index: number): string =>
  index === 0 ? name : `further.${index - 1}.${name}`;

function lineErrors(line: TypedLine, index: number): Record<string, string> {
  const errors: Record<string, string> = {};
  const cents = parseAmount(line.price);
  if (cents === null) errors[lineField('price', index)] = noAmount(line.price);
  else if (cents <= 0) errors[lineField('price', index)] = PRICE_MESSAGE;
  const quantity = Number(line.quantity);
  if (!Number.isInteger(quantity) || quantity < 1)
    errors[lineField('quantity', index)] = 'At least one piece';
  else if (quantity > Math.max(1, line.free))
    errors[lineField('quantity', index)] = `Only ${line.free} available`;
  return errors;
}

/** @param hasPrices each piece has a price: only then can the total be too small. */
function totalError(entry: SaleEntry, hasPrices: boolean): string | null {
  const total = (entry.typed.total ?? '').trim();
  if (total === '') return null;
  const cents = parseAmount(total);
  if (cents === null) return noAmount(total);
  return cents <= 0 || (hasPrices && soldLines(entry) === null)
    ? 'Please enter at least one cent for each piece'
    : null;
}

/** @param price the sale began with it. */
export function isEmpty(entry: Entry, price: string | null): boolean {
  if (entry.recordedAt !== null || entry.kind === 'ending') return false;
  const isBlank = (...texts: string[]) => texts.join('').trim() === '';
  if (entry.kind === 'piece')
    return (
      entry.typed.pictures.length === 0 &&
      isBlank(entry.typed.title, entry.typed.price, entry.typed.note)
    );
  const { typed } = entry;
  if ((typed.further ?? []).length > 0 || typed.quantity !== '1' || typed.price !== (price ?? ''))
    return false;
  if (entry.kind === 'hold') return isBlank(typed.customerName, typed.notes);
  const {
    paidHow,
    customerName,
    customerEmail,
    customerAddress,
    notes,
    fromHold,
    holdKey,
    insteadOf,
    total,
  } = entry.typed;
  return (
    !fromHold &&
    !holdKey &&
    !insteadOf &&
    isBlank(paidHow, customerName, customerEmail, customerAddress, notes, total ?? '')
  );
}

export const recorded = <E extends Entry>(entry: E, now: number): E => ({
  ...entry,
  state: 'waiting',
  // The day of the sale stays, however often its words are mended.
  recordedAt: entry.recordedAt ?? now,
  message: null,
  claims: null,
});

export const reopened = <E extends Entry>(entry: E): E =>
  entry.state === 'sent' ? entry : { ...entry, state: 'draft' };

/** A price for all of it is to be agreed again. */
export function withoutLine<E extends ClaimEntry>(entry: E, specimenId: number): E {
  const [first, ...further] = linesOf(entry).filter((line) => line.specimenId !== specimenId);
  if (!first) return entry;
  return {
    ...entry,
    typed: { ...entry.typed, ...first, further, ...(entry.kind === 'sale' && { total: '' }) },
  };
}

/** In the sequence of recording: who was first at the table is first in the shop. */
export const toSend = (entries: readonly Entry[]): Entry[] =>
  entries
    .filter(({ state }) => state === 'waiting')
    .toSorted(
      (a, b) =>
        (a.recordedAt ?? 0) - (b.recordedAt ?? 0) ||
        a.begunAt - b.begunAt ||
        (a.key < b.key ? -1 : 1),
    );

/** It was sent, and no answer came, whatever was changed since. */
export const mayBeThere = ({ state, wasTried }: Entry): boolean =>
  (state === 'waiting' || state === 'draft') && wasTried === true;

/**
 * Sales and releases name a hold's entry until that is sent.
 * @returns of a release, `none` where the shop has refused the hold, and `unknown` where it did not
 * say the order.
 */
export function withHold(entry: Entry, entries: readonly Entry[]): Entry | 'none' | 'unknown' {
  if (entry.kind !== 'sale' && entry.kind !== 'ending') return entry;
  const hold = entry.typed.holdKey
    ? entries.find(({ key }) => key === entry.typed.holdKey)
    : undefined;
  const orderId = hold?.madeId ?? null;
  if (entry.kind === 'sale')
    return orderId === null || entry.typed.fromHold
      ? entry
      : { ...entry, typed: { ...entry.typed, fromHold: orderId } };
  if (entry.typed.orderId !== null) return entry;
  if (orderId !== null) return { ...entry, typed: { ...entry.typed, orderId } };
  return hold?.state === 'refused' || hold?.state === 'conflict' ? 'none' : 'unknown';
}

/** @param stored as it is stored by then. */
export function tried(stored: Entry, entries: readonly Entry[]): Entry {
  const named = withHold(stored, entries);
  const entry = typeof named === 'string' ? stored : named;
  return { ...entry, wasTried: true, ...(entry.kind === 'hold' && { triedAs: entry.typed }) };
}

/** Sending a hold once more tells its order. */
export const asTried = (hold: HoldEntry, now: number): HoldEntry =>
  recorded({ ...hold, typed: hold.triedAs ?? hold.typed }, now);

export type Outcome =
  | { kind: 'sent'; id: number | null; receiptPath?: string; message?: string }
  | { kind: 'conflict'; message: string }
  | { kind: 'refused'; message: string }
  /** `seconds` after which trying again makes sense; null: the shop does not say. */
  | { kind: 'later'; seconds: number | null }
  | { kind: 'login' };

export const RECORDED = 'The shop already had an earlier version. Please check it there.';

/** @param body parsed; null: it was no JSON. */
export function outcomeOf(kind: Entry['kind'], status: number, body: unknown): Outcome {
  if (status >= 200 && status < 300 && hasId(body))
    return {
      kind: 'sent',
      id: body.id,
      ...('secretPath' in body &&
        typeof body.secretPath === 'string' && { receiptPath: body.secretPath }),
    };
  // A hold that was let go needs no words.
  if (status === 204 && kind === 'ending') return { kind: 'sent', id: null };
  const problem = isProblem(body) ? body : null;
  const message = problem?.message ?? `The shop answered with ${status}.`;
  // A response that is not the shop's own comes from something in between, such as the hall's
  // network asking for a login.
  if (problem === null || status >= 500 || status === 429 || status === 408)
    return {
      kind: 'later',
      seconds: (problem && 'retryAfter' in problem && problem.retryAfter) || null,
    };
  if (status === 401) return { kind: 'login' };
  if (problem.code === 'key_reused')
    return { kind: 'sent', id: problem.madeId ?? null, message: RECORDED };
  if ((kind === 'sale' || kind === 'hold') && (status === 409 || status === 404))
    return { kind: 'conflict', message };
  return { kind: 'refused', message };
}

/**
 * What stays of an entry once the session has ended, as its owner may have ended it for a device
 * that was lost. Null: nothing, as the shop has it.
 */
export function afterSession(entry: Entry): Entry | null {
  if (entry.state === 'sent') return null;
  const { claims } = entry;
  if (!claims) return entry;
  const nameless = claims.claims.map((claim) => ({ ...claim, customerName: '' }));
  return { ...entry, claims: { ...claims, claims: nameless } };
}

/** Null: the pieces are free for the entry, or belong to its hold or the sale that it corrects. */
export function rivalsOf(
  entry: ClaimEntry,
  { specimenId, quantity }: TypedLine,
  { claims, ...known }: ShowClaims,
): Claims | null {
  const { fromHold, insteadOf } = entry.kind === 'sale' ? entry.typed : {};
  // A hold that another device has sold is somebody else's.
  const isOwn = ({ orderId, status }: ShowClaims['claims'][number]) =>
    (orderId === fromHold && status === 'pending') || orderId === insteadOf?.orderId;
  const own = claims.filter(isOwn).reduce((sum, { pieces }) => sum + pieces, 0);
  if (known.free + own >= Number(quantity)) return null;
  return { ...known, claims: claims.filter((claim) => !isOwn(claim)), specimenId };
}

const isProblem = (body: unknown): body is ProblemBody =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  'message' in body &&
  typeof body.message === 'string';
const hasId = (body: unknown): body is { id: number } =>
  typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'number';

/** Unchanged where nothing could be sent. @param entry as it is stored by then. */
export function settled<E extends Entry>(
  entry: E,
  outcome: Outcome,
  now: number,
  claims: Claims | null = null,
): E {
  if (entry.state === 'sent') return entry;
  if (outcome.kind === 'sent') {
    // Another window has changed it since: the shop has it as it was.
    const message = entry.state === 'waiting' ? (outcome.message ?? null) : RECORDED;
    return {
      ...entry,
      state: 'sent',
      sentAt: now,
      madeId: outcome.id,
      receiptPath: outcome.receiptPath ?? null,
      message,
      claims: null,
    };
  }
  if (entry.state !== 'waiting' || outcome.kind === 'later' || outcome.kind === 'login')
    return entry;
  // The shop has answered that it has nothing of it.
  return { ...entry, state: outcome.kind, message: outcome.message, claims, wasTried: undefined };
}

export const unsent = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ state }) => state !== 'sent');

export const kindWord = (entry: Entry): string =>
  entry.kind === 'ending' ? entry.typed.what : entry.kind === 'piece' ? 'new piece' : entry.kind;

export function discardWords(entry: Entry): string {
  const deletes = `Deletes “${titleOf(entry)}”${entry.kind === 'piece' ? ' and its photos' : ''} from this device.`;
  if (!mayBeThere(entry)) return deletes;
  if (entry.kind === 'hold')
    return 'The shop may have this hold already. It’s sent once more, then the piece is put back on sale.';
  return `${deletes} The shop may have it already, because the connection broke off. Please check there too.`;
}

/** `2 sales, 1 hold and 1 new piece`; of nothing an empty text. */
export function countWords(entries: readonly Entry[]): string {
  const parts = ['sale', 'hold', 'return', 'release', 'new piece'].flatMap((word) => {
    const found = entries.filter((entry) => kindWord(entry) === word).length;
    return found === 0 ? [] : [`${found} ${found === 1 ? word : `${word}s`}`];
  });
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** Null where nothing waits. */
export function lossWords(entries: readonly Entry[]): string | null {
  const lost = unsent(entries);
  if (lost.length === 0) return null;
  const names = lost
    .slice(0, 3)
    .map((entry) => `“${entry.typed.title.trim() === '' ? 'no title' : titleOf(entry)}”`);
  const rest = lost.length > names.length ? ` and ${lost.length - names.length} more` : '';
  return `${countWords(lost)} on this device ${lost.length === 1 ? 'is' : 'are'} not in the shop yet: ${names.join(', ')}${rest}. To send ${lost.length === 1 ? 'it' : 'them'} first, open “Mineral show”.`;
}
