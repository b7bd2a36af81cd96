import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount } from '#core/contract/money.ts';
import { addToCart, type CartItem, normaliseImagePath, parseCart, setQuantity } from './cart.ts';
import { cartTotals, centsOf, orderTotals } from './cart-totals.ts';
import { DEFAULT_SHIPPING } from './shipping-charges.ts';

const amethyst = {
  specimenId: 1,
  title: 'Amethyst',
  imageUrl: '/media/a-full.jpg',
  price: '120.00',
  shippingPrice: '8.50',
};
const pyrite = { specimenId: 2, title: 'Pyrite', imageUrl: '', price: 45.5, shippingPrice: 0 };

const cartItem: fc.Arbitrary<CartItem> = fc.record({
  specimenId: fc.integer({ min: 1, max: 5 }),
  title: fc.string(),
  imageUrl: fc.string(),
  price: fc.integer({ min: 0, max: 1_000_00 }).map(formatAmount),
  shippingPrice: fc.integer({ min: 0, max: 50_00 }).map(formatAmount),
  quantity: fc.integer({ min: 1, max: 9 }),
});

describe('changing a cart', () => {
  test('a specimen that is in the cart already gains a piece, and a new one comes last', () => {
    const cart = addToCart(addToCart(addToCart([], amethyst), pyrite), amethyst);
    expect(cart.map((item) => [item.specimenId, item.quantity])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test('a quantity below 1 removes the line', () => {
    const cart = addToCart(addToCart([], amethyst), pyrite);
    expect(setQuantity(cart, 1, 3)[0]?.quantity).toBe(3);
    expect(setQuantity(cart, 1, 0).map((item) => item.specimenId)).toEqual([2]);
    expect(setQuantity(cart, 1, -1)).toHaveLength(1);
    expect(setQuantity(cart, 9, 2)).toEqual(cart);
  });

  test.each([
    [-1, []],
    [0, []],
    [1, [1]],
    [2, [2]],
    [9_999, [9_999]],
  ])('a quantity of %i leaves the pieces %j', (quantity, pieces) => {
    const cart = [{ ...amethyst, quantity: 5 }];
    expect(setQuantity(cart, 1, quantity).map((item) => item.quantity)).toEqual(pieces);
  });

  test('no change alters the cart it was given', () => {
    const cart = Object.freeze([Object.freeze({ ...amethyst, quantity: 1 })]);
    addToCart(cart, amethyst);
    setQuantity(cart, 1, 4);
    expect(cart).toEqual([{ ...amethyst, quantity: 1 }]);
  });
});

describe('totals', () => {
  const line = (price: string | number, shippingPrice: string | number, quantity = 1) => ({
    price,
    shippingPrice,
    quantity,
  });

  test('shipping is charged per piece', () => {
    expect(cartTotals(DEFAULT_SHIPPING, [line('120.00', '8.50', 2), line(45.5, '')])).toEqual({
      itemCount: 3,
      subtotal: 285_50,
      shipping: 17_00,
      total: 302_50,
      isShippingFree: false,
    });
  });

  test('shipping is free from a subtotal of 500.00 on, and not a cent below', () => {
    expect(cartTotals(DEFAULT_SHIPPING, [line('499.99', '10')])).toMatchObject({
      shipping: 10_00,
      total: 509_99,
    });
    expect(cartTotals(DEFAULT_SHIPPING, [line('500.00', '10')])).toMatchObject({
      shipping: 0,
      total: 500_00,
    });
    expect(cartTotals(DEFAULT_SHIPPING, [line('250', '10', 2)])).toMatchObject({
      shipping: 0,
      total: 500_00,
    });
  });

  test('a direct purchase pays its shipping from 500.00 on too', () => {
    const lines = [{ priceCents: 500_00, shippingCents: 10_00, quantity: 1 }];
    expect(orderTotals(DEFAULT_SHIPPING, 'direct', lines)).toEqual({
      subtotal: 500_00,
      shipping: 10_00,
      total: 510_00,
      isShippingFree: false,
    });
    expect(orderTotals(DEFAULT_SHIPPING, 'cart', lines)).toEqual({
      subtotal: 500_00,
      shipping: 0,
      total: 500_00,
      isShippingFree: true,
    });
  });

  test('an empty cart costs nothing', () => {
    expect(cartTotals(DEFAULT_SHIPPING, [])).toEqual({
      itemCount: 0,
      subtotal: 0,
      shipping: 0,
      total: 0,
      isShippingFree: false,
    });
  });

  test('what cannot be read as a price counts as 0', () => {
    const unreadable = [
      'Price on request',
      '',
      null,
      undefined,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -5,
    ];
    expect(unreadable.map(centsOf)).toEqual(unreadable.map(() => 0));
    expect(centsOf(0.29)).toBe(29);
    expect(centsOf(1.005)).toBe(100);
    expect(centsOf('1,250')).toBe(1250_00);
  });

  test('totals are whole cents, do not depend on the order of lines, and add up', () => {
    fc.assert(
      fc.property(fc.array(cartItem, { maxLength: 8 }), (items) => {
        const totals = cartTotals(DEFAULT_SHIPPING, items);
        expect(totals.total).toBe(totals.subtotal + totals.shipping);
        const { isShippingFree, ...amounts } = totals;
        expect(
          Object.values(amounts).every((value) => Number.isSafeInteger(value) && value >= 0),
        ).toBe(true);
        expect(isShippingFree).toBe(totals.subtotal >= 500_00);
        expect(cartTotals(DEFAULT_SHIPPING, items.toReversed())).toEqual(totals);
        if (totals.subtotal >= 500_00) expect(totals.shipping).toBe(0);
      }),
    );
  });
});

describe('a cart in local storage', () => {
  test('a stored cart is read back as it was', () => {
    fc.assert(
      fc.property(fc.array(cartItem), (items) => {
        expect(parseCart(JSON.stringify(items))).toEqual(items);
      }),
    );
  });

  test.each([
    null,
    '',
    'undefined',
    '{',
    '{}',
    'null',
    '"text"',
    '12',
    '[null]',
    '[[]]',
    '[{"specimenId":1}]',
  ])('%j is an empty cart', (stored) => {
    expect(parseCart(stored)).toEqual([]);
  });

  test('an invalid line is left out, and the others stay', () => {
    const good = { ...amethyst, quantity: 1 };
    const spoiled: unknown[] = [
      { ...good, quantity: 0 },
      { ...good, quantity: 1.5 },
      { ...good, quantity: '1' },
      { ...good, specimenId: 0 },
      { ...good, specimenId: -1 },
      { ...good, specimenId: 1.5 },
      { ...good, specimenId: '1' },
      { ...good, price: null },
      { ...good, shippingPrice: null },
      { ...good, title: 5 },
      { ...good, imageUrl: null },
    ];
    const numbers = { ...good, price: 12.5, shippingPrice: 4 };
    expect(parseCart(JSON.stringify([...spoiled, good, numbers]))).toEqual([good, numbers]);
  });

  test('a field missing from a line has its default', () => {
    const { specimenId, title, imageUrl } = amethyst;
    const bare = { specimenId, title, imageUrl };
    expect(parseCart(JSON.stringify([bare]))).toEqual([
      { ...bare, price: '0', shippingPrice: '0', quantity: 1 },
    ]);
  });

  test('any text is read without an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
        expect(Array.isArray(parseCart(stored))).toBe(true);
      }),
    );
  });
});

describe('picture paths', () => {
  test.each([
    ['', ''],
    ['https://elsewhere.example/a.jpg', 'https://elsewhere.example/a.jpg'],
    ['http://elsewhere.example/a.jpg', 'http://elsewhere.example/a.jpg'],
    ['/media/a.jpg', 'http://shop.example/media/a.jpg'],
    ['assets/a.jpg', '/assets/a.jpg'],
    ['uploads/a.jpg', '/uploads/a.jpg'],
    ['a.jpg', '/a.jpg'],
    ['/media/https://a.jpg', 'http://shop.example/media/https://a.jpg'],
  ])('%j becomes %j', (path, expected) => {
    expect(normaliseImagePath(path, 'http://shop.example')).toBe(expected);
  });
});
