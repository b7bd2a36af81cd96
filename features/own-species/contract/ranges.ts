import type { Range } from '#core/contract/catalogue/species.ts';

export const formatRange = ({ min, max }: Range): string =>
  min === max ? String(min) : `${min}-${max}`;

/** @returns null where the text is no range. */
export function parseRange(text: string): Range | null {
  const [, from, to = from] =
    /^(\d{1,3}(?:\.\d{1,4})?)(?:\s*(?:-|–|to)\s*(\d{1,3}(?:\.\d{1,4})?))?$/i.exec(text.trim()) ??
    [];
  const [min, max] = [Number(from), Number(to)];
  return from !== undefined && min <= max ? { min, max } : null;
}
