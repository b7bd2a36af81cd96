/**
 * The share of letter pairs in both texts (Dice’s coefficient), 0 to 1. Beginning and end count as
 * letters.
 */
export function likeness(a: string, b: string): number {
  const pairs = (text: string) =>
    new Set(Array.from({ length: text.length + 1 }, (_, at) => ` ${text} `.slice(at, at + 2)));
  const [one, other] = [pairs(a), pairs(b)];
  return (2 * one.intersection(other).size) / (one.size + other.size);
}

export const MIN_LIKENESS = 0.55;
