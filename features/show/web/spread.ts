import { formatAmount, parseAmount } from '#core/contract/money.ts';
import { linesOf, type SaleEntry } from './entries.ts';

type Line = { specimenId: number; quantity: number; cents: number };

/**
 * Splits the total in proportion to the pieces' prices; splits a lot where its pieces cannot cost
 * the same.
 * @returns null where some would cost nothing.
 */
export function spread(lines: readonly Line[], total: number): Line[] | null {
  const sum = lines.reduce((cents, line) => cents + BigInt(line.cents) * BigInt(line.quantity), 0n);
  if (sum === 0n) return null;
  const shares = lines.map(({ cents }) => BigInt(cents) * BigInt(total));
  const whole = lines.map((line, index) => ({
    ...line,
    cents: Number((shares[index] ?? 0n) / sum),
  }));
  if (whole.some(({ cents }) => cents === 0)) return null;
  // Less than a cent for each piece is left: it goes where most of one is missing.
  let left = total - whole.reduce((cents, line) => cents + line.cents * line.quantity, 0);
  const missing = (index: number) => Number((shares[index] ?? 0n) % sum);
  const dearer = new Map<number, number>();
  for (const index of [...whole.keys()].toSorted((a, b) => missing(b) - missing(a))) {
    dearer.set(index, Math.min(left, whole[index]?.quantity ?? 0));
    left -= dearer.get(index) ?? 0;
  }
  return whole.flatMap(({ specimenId, quantity, cents }, index) => {
    const more = dearer.get(index) ?? 0;
    return [
      { specimenId, quantity: quantity - more, cents },
      { specimenId, quantity: more, cents: cents + 1 },
    ].filter((line) => line.quantity > 0);
  });
}

type Priced = { specimenId: number; quantity: number; price: string };

/** The lines that the shop gets; null where the total is too small. */
export function soldLines(entry: SaleEntry): [Priced, ...Priced[]] | null {
  const [first, ...further] = linesOf(entry).map(({ specimenId, quantity, price }) => ({
    specimenId,
    quantity: Number(quantity),
    price,
  }));
  const total = parseAmount(entry.typed.total ?? '');
  if (!first) return null;
  if ((entry.typed.total ?? '').trim() === '' || total === null) return [first, ...further];
  const typed = [first, ...further].map(({ price, ...line }) => ({
    ...line,
    cents: parseAmount(price) ?? 0,
  }));
  const [one, ...others] = (spread(typed, total) ?? []).map(({ cents, ...line }) => ({
    ...line,
    price: formatAmount(cents),
  }));
  return one ? [one, ...others] : null;
}
