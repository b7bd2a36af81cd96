/** What readers of other shops' exports share. */
import type { NamedCells } from '#platform/sheet-shape.ts';

export const cell = (row: NamedCells | undefined, heading: string): string =>
  (row?.[heading] ?? '').trim();
export const filled = (texts: readonly (string | undefined)[]): string[] =>
  texts.flatMap((text) => (text?.trim() ? [text.trim()] : []));
export const lines = (...texts: string[]): string => filled(texts).join('\n\n');
export const numbered = (
  row: NamedCells | undefined,
  heading: (n: number) => string,
  most: number,
): string[] => filled(Array.from({ length: most }, (_, index) => row?.[heading(index + 1)]));
export const stock = (text: string): string => (text.startsWith('-') ? '0' : text);
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
export const withOptions = (title: string, options: readonly string[]): string =>
  options.length === 0 ? title : `${title} – ${options.join(', ')}`;

export const said = (options: readonly { name: string; value: string }[]): string[] =>
  options.flatMap(({ name, value }) =>
    value === '' ? [] : [name === '' ? value : `${name}: ${value}`],
  );

/** Whether a price of a time is the one of now; dates as shops write them, in ISO 8601. */
export function isNow(from: string, until: string, now: string): boolean {
  const at = Date.parse(now);
  const [begins, ends] = [Date.parse(from), Date.parse(until)];
  // A day ends with its last minute.
  const end = /^\d{4}-\d\d-\d\d$/.test(until) ? ends + 86_400_000 : ends;
  return !(begins > at) && !(end <= at);
}

export const ARCHIVED = 'Archived in your other shop';
export const GIFT_CARD = 'A gift card';
