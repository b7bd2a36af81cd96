import { describe, expect, test } from 'vitest';
import { type HandStock, stockAfter } from './stock-edit.ts';

const stock = (
  quantity: number,
  held: number,
  byHand: HandStock['byHand'] = null,
  waiting = 0,
): HandStock => ({
  quantity,
  held,
  waiting,
  byHand,
});
const by = { nobody: false, anOrder: true };

describe('a status set by hand', () => {
  test.each([
    [
      'the present status changes nothing',
      stock(1, 1),
      { status: 'pending' },
      by.nobody,
      stock(1, 1),
    ],
    [
      'the present status of a sold-out specimen changes nothing',
      stock(0, 0),
      { status: 'sold' },
      by.anOrder,
      stock(0, 0),
    ],
    [
      'sold stays until it is reset',
      stock(1, 0),
      { status: 'sold' },
      by.nobody,
      stock(1, 0, 'sold'),
    ],
    [
      'sold may be set while an order holds the piece',
      stock(1, 1),
      { status: 'sold' },
      by.nobody,
      stock(1, 1, 'sold'),
    ],
    [
      'sold is not stored where nothing is left',
      stock(2, 0),
      { status: 'sold', quantity: 0 },
      by.nobody,
      stock(0, 0),
    ],
    [
      'pending stays until it is reset',
      stock(2, 1),
      { status: 'pending' },
      by.nobody,
      stock(2, 1, 'pending'),
    ],
    [
      'pending of a held piece is left to its order',
      stock(1, 1, 'sold'),
      { status: 'pending' },
      by.nobody,
      stock(1, 1),
    ],
    [
      'pending brings back one piece where no order bought any',
      stock(0, 0),
      { status: 'pending' },
      by.nobody,
      stock(1, 0, 'pending'),
    ],
    [
      'available resets a status set by hand',
      stock(1, 0, 'pending'),
      { status: 'available' },
      by.nobody,
      stock(1, 0),
    ],
    [
      'available brings back one piece where no order bought any',
      stock(0, 0),
      { status: 'available', quantity: 0 },
      by.nobody,
      stock(1, 0),
    ],
    [
      'available with a quantity adds new pieces',
      stock(0, 0),
      { status: 'available', quantity: 2 },
      by.anOrder,
      stock(2, 0),
    ],
    [
      'available with a higher quantity leaves the held piece held',
      stock(1, 1),
      { status: 'available', quantity: 2 },
      by.nobody,
      stock(2, 1),
    ],
    [
      'available after a status set by hand is for those in line',
      stock(1, 0, 'pending', 2),
      { status: 'available' },
      by.nobody,
      stock(1, 0, null, 2),
    ],
  ] as const)('%s', (_, before, request, isBought, after) => {
    expect(stockAfter(before, request, isBought)).toEqual(after);
  });

  test.each([
    [
      'available, while an order holds the last piece',
      stock(1, 1),
      { status: 'available' },
      by.nobody,
      'last_held',
    ],
    [
      'available, while orders hold all pieces of what is marked as sold',
      stock(2, 2, 'sold'),
      { status: 'available' },
      by.nobody,
      'last_held',
    ],
    [
      'available, after an order bought the last piece',
      stock(0, 0),
      { status: 'available' },
      by.anOrder,
      'last_bought',
    ],
    [
      'pending, after an order bought the last piece',
      stock(0, 0),
      { status: 'pending' },
      by.anOrder,
      'last_bought',
    ],
    [
      'available, while the next in line may buy',
      stock(1, 0, null, 1),
      { status: 'available' },
      by.nobody,
      'last_reserved',
    ],
    ['fewer pieces than orders hold', stock(3, 2), { quantity: 1 }, by.nobody, 'below_held'],
    [
      'none, while an order holds one',
      stock(1, 1),
      { quantity: 0, status: 'sold' },
      by.nobody,
      'below_held',
    ],
  ] as const)('is refused: %s', (_, before, request, isBought, refusal) => {
    expect(stockAfter(before, request, isBought)).toBe(refusal);
  });
});

test('an edit of the quantity alone changes nothing else', () => {
  expect(stockAfter(stock(1, 1, 'pending'), { quantity: 5 }, false)).toEqual(
    stock(5, 1, 'pending'),
  );
  expect(stockAfter(stock(0, 0), { quantity: 1 }, true)).toEqual(stock(1, 0));
});
