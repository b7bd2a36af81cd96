import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount } from '#core/contract/money.ts';
import { orderTotals } from './cart-totals.ts';
import {
  combinedShipping,
  pieceShipping,
  type ShippingRule,
  shippingSentence,
} from './shipping.ts';
import { DEFAULT_SHIPPING, shippingCharges } from './shipping-charges.ts';

const line = fc.record({
  priceCents: fc.integer({ min: 1, max: 900_00 }),
  shippingCents: fc.integer({ min: 0, max: 60_00 }),
  quantity: fc.integer({ min: 1, max: 5 }),
});
const amount = fc.integer({ min: 0, max: 900_00 }).map(formatAmount);
const anyRule: fc.Arbitrary<ShippingRule> = fc.record({
  charge: fc.constantFrom(...shippingCharges),
  flatAmount: amount,
  freeFrom: fc.oneof(amount, fc.constant('')),
});

const rule = (change: Partial<ShippingRule>): ShippingRule => ({ ...DEFAULT_SHIPPING, ...change });
const twoPieces = [
  { priceCents: 100_00, shippingCents: 10_00, quantity: 2 },
  { priceCents: 50_00, shippingCents: 25_00, quantity: 1 },
];
const shippingOf = (change: Partial<ShippingRule>, lines = twoPieces) =>
  orderTotals(rule(change), 'cart', lines).shipping;

describe('what shipping costs', () => {
  test('pieces together never cost more than bought one by one', () => {
    fc.assert(
      fc.property(anyRule, fc.array(line, { minLength: 1, maxLength: 10 }), (shop, lines) => {
        const alone = lines.reduce((sum, { shippingCents, quantity }) => {
          return sum + quantity * (pieceShipping(shop, formatAmount(shippingCents)) ?? 0);
        }, 0);
        const { shipping } = orderTotals(shop, 'cart', lines);
        expect(shipping).toBeLessThanOrEqual(alone);
        expect(combinedShipping(shop, lines)).toBeLessThanOrEqual(alone);
      }),
    );
  });

  test('a cart pays for each piece, for the highest, or one amount', () => {
    expect(shippingOf({})).toBe(45_00);
    expect(shippingOf({ charge: 'dearest' })).toBe(25_00);
    expect(shippingOf({ charge: 'flat', flatAmount: '12.5' })).toBe(12_50);
    expect(shippingOf({ charge: 'flat', flatAmount: '12.5' }, [])).toBe(0);
  });

  test('a cart ships free from the amount that is set, and never without one', () => {
    expect([shippingOf({ freeFrom: '250.00' }), shippingOf({ freeFrom: '250.01' })]).toEqual([
      0, 45_00,
    ]);
    expect(
      shippingOf({ freeFrom: '' }, [{ priceCents: 9_000_00, shippingCents: 10_00, quantity: 1 }]),
    ).toBe(10_00);
  });

  test('a piece alone pays its own shipping or the one amount, and words stay words', () => {
    const prices = ['28', '', 'ask us'];
    expect(prices.map((price) => pieceShipping(rule({ charge: 'dearest' }), price))).toEqual([
      28_00,
      0,
      null,
    ]);
    expect(
      prices.map((price) => pieceShipping(rule({ charge: 'flat', flatAmount: '9' }), price)),
    ).toEqual([9_00, 9_00, null]);
  });
});

test.each<[Partial<ShippingRule>, string | null]>([
  [{}, 'Shipping is free for carts of $500.00 and up.'],
  [{ freeFrom: '' }, null],
  [
    { charge: 'dearest' },
    'One shipping charge per cart: the highest of any piece in it, or free at $500.00 and up.',
  ],
  [
    { charge: 'dearest', freeFrom: '' },
    'One shipping charge per cart: the highest of any piece in it.',
  ],
  [
    { charge: 'flat', flatAmount: '12' },
    'Shipping is $12.00 for every order, or free for carts of $500.00 and up.',
  ],
  [{ charge: 'flat', flatAmount: '12', freeFrom: '' }, 'Shipping is $12.00 for every order.'],
  [{ charge: 'flat', flatAmount: '0' }, 'Shipping is free.'],
])('of the rule %j buyers read: %s', (change, sentence) => {
  expect(shippingSentence(rule(change))).toBe(sentence);
});
