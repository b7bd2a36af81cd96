import { describe, expect, test } from 'vitest';
import type { CartItem } from '#core/contract/selling/cart.ts';
import type { CheckedLine } from '#core/contract/selling/cart-check.ts';
import { DEFAULT_SHIPPING } from '#core/contract/selling/shipping-charges.ts';
import { orderableLines, troubleOf } from './cart-check.ts';

const item: CartItem = {
  specimenId: 1,
  title: 'Amethyst',
  imageUrl: '',
  price: '120.00',
  shippingPrice: '8.50',
  quantity: 1,
};
const fine: CheckedLine = {
  specimenId: 1,
  state: 'ok',
  title: 'Amethyst',
  price: '120.00',
  shippingPrice: '8.50',
  available: 1,
};

const rule = DEFAULT_SHIPPING;
const trouble = (change: Partial<CheckedLine>, line: Partial<CartItem> = {}) =>
  troubleOf(rule, { ...item, ...line }, { ...fine, ...change });

describe('what keeps a line from being ordered', () => {
  test('a line has no problem where the server agrees or has not responded', () => {
    expect(trouble({})).toBeNull();
    expect(trouble({}, { price: 120, shippingPrice: 8.5 })).toBeNull();
    expect(trouble({}, { price: '$120' })).toBeNull();
    expect(troubleOf(rule, item, undefined)).toBeNull();
  });

  test.each([
    ['gone', 'This specimen is no longer in the gallery.'],
    ['sold', 'This specimen has been sold.'],
    ['pending', 'This specimen is on hold for another buyer.'],
    ['not_for_sale', 'This specimen isn’t for sale right now.'],
  ] as const)('%s: the line can only be removed', (state, message) => {
    expect(trouble({ state, price: null, shippingPrice: null, available: 0 })).toEqual({
      message,
      remedy: { kind: 'remove' },
    });
  });

  test('a line that can only be removed is in no total', () => {
    const sold: CheckedLine = { ...fine, specimenId: 2, state: 'sold' };
    const dearer: CheckedLine = { ...fine, specimenId: 3, price: '130.00' };
    const items = [1, 2, 3, 4].map((specimenId) => ({ ...item, specimenId }));
    const checked = new Map([fine, sold, dearer].map((line) => [line.specimenId, line]));
    expect(orderableLines(rule, items, checked).map(({ specimenId }) => specimenId)).toEqual([
      1, 3, 4,
    ]);
  });

  test('the shipping of a piece does not matter where every order ships for one amount', () => {
    const flat = { ...rule, charge: 'flat', flatAmount: '9' } as const;
    expect(troubleOf(flat, item, { ...fine, shippingPrice: '12.00' })).toBeNull();
  });

  test.each([
    [1, 'Only one exists'],
    [3, 'Only 3 exist'],
  ])('with %i left, one click takes what there is', (available, message) => {
    expect(trouble({ state: 'not_enough', available }, { quantity: 5 })).toEqual({
      message,
      remedy: { kind: 'update', label: `Order ${available}`, change: { quantity: available } },
    });
  });

  test('a price that went up or down is taken over by one click, with shipping', () => {
    for (const price of ['150.00', '99.99']) {
      expect(trouble({ price })).toEqual({
        message: `The price is now $${price}.`,
        remedy: {
          kind: 'update',
          label: 'Use the new price',
          change: { price, shippingPrice: '8.50' },
        },
      });
    }
    expect(trouble({ price: '1250.00' })?.message).toBe('The price is now $1,250.00.');
  });

  test('a shipping price that changed alone is taken over by one click', () => {
    expect(trouble({ shippingPrice: '0.00' })).toMatchObject({
      message: 'Shipping is now $0.00.',
      remedy: { change: { price: '120.00', shippingPrice: '0.00' } },
    });
  });
});
