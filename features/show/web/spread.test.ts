import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSale } from './entries.ts';
import { soldLines, spread } from './spread.ts';

const line = fc.record({
  specimenId: fc.nat(5),
  quantity: fc.integer({ min: 1, max: 50 }),
  cents: fc.integer({ min: 1, max: 10_000_000 }),
});
const sum = (lines: { quantity: number; cents: number }[]) =>
  lines.reduce((cents, one) => cents + one.cents * one.quantity, 0);

test('prices that a total is shared out to add up to it to the cent', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 50_000_000 }),
      (lines, total) => {
        const found = spread(lines, total);
        const before = sum(lines);
        expect(found === null).toBe(lines.some(({ cents }) => cents * total < before));
        if (found === null) return;
        expect(sum(found)).toBe(total);
        const pieces = (some: typeof lines) =>
          some.reduce((count, { quantity }) => count + quantity, 0);
        expect(pieces(found)).toBe(pieces(lines));
        const shares = lines.map(({ specimenId, cents }) => ({
          specimenId,
          share: (cents * total) / before,
        }));
        for (const { specimenId, cents } of found) {
          expect(cents).toBeGreaterThan(0);
          expect(
            shares.some(
              (one) => one.specimenId === specimenId && Math.abs(one.share - cents) <= 1.001,
            ),
          ).toBe(true);
        }
      },
    ),
  );
});

test('a sale with a price for all sends the price of each; without one, each as it was typed', () => {
  const begun = newSale('a', 0, { id: 1, title: 'Azurite', price: '120', free: 1 });
  const lot = { specimenId: 2, title: 'Quartz', free: 3, price: '10.00', quantity: '3' };
  const sale = (total: string) =>
    soldLines({ ...begun, typed: { ...begun.typed, further: [lot], total } });
  expect(sale(' ')).toEqual([
    { specimenId: 1, quantity: 1, price: '120' },
    { specimenId: 2, quantity: 3, price: '10.00' },
  ]);
  expect(sale('100')).toEqual([
    { specimenId: 1, quantity: 1, price: '80.00' },
    { specimenId: 2, quantity: 1, price: '6.66' },
    { specimenId: 2, quantity: 2, price: '6.67' },
  ]);
  expect(sale('0.03')).toBeNull();
});
