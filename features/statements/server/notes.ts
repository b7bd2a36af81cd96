import { fold } from '#core/contract/fold.ts';
import { withoutAt } from '#core/contract/selling/venmo.ts';

const numbered =
  /(?:#\s*|\borders?\s*(?:(?:no\.?|nr\.?|number)\s*)?(?:[#:]\s*)?)(\d{1,9})(?![\d]|[.,]\d)/gi;
const onlyNumber = /^\s*(\d{1,9})\s*$/;

/** Reads "Order #12", "#12", "12". */
export function orderNumbers(note: string): number[] {
  const found = [
    ...note.matchAll(numbered),
    ...[onlyNumber.exec(note)].filter((one) => one !== null),
  ];
  return [...new Set(found.map(([, digits]) => Number(digits)))].filter((id) => id > 0);
}

/** Folds a name, or a user name with or without its @; '' for none. */
export const nameKey = (name: string): string =>
  (fold(withoutAt(name)).match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
