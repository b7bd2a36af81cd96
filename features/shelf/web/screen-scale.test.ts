import { beforeEach, expect, test } from 'vitest';
import { readScale, storeScale } from './screen-scale.ts';

const laptop = { width: 1440, height: 900, pixelRatio: 2 };
const zoomed = { ...laptop, pixelRatio: 3 };
const phone = { width: 390, height: 844, pixelRatio: 3 };

beforeEach(() => localStorage.clear());

test('knows nothing of a screen before it was calibrated', () => {
  expect(readScale(laptop)).toBeNull();
  storeScale(laptop, 5);
  expect(readScale(laptop)).toEqual({ scale: 5, isExact: true });
  expect(readScale(phone)).toBeNull();
});

test('keeps every screen apart, and the same one turned together', () => {
  storeScale(laptop, 5);
  storeScale(phone, 6);
  expect(readScale(laptop)?.scale).toBe(5);
  expect(readScale({ width: 844, height: 390, pixelRatio: 3 })?.scale).toBe(6);
});

test('draws as large as before at another zoom, and says that it was calibrated elsewhere', () => {
  storeScale(laptop, 6);
  expect(readScale(zoomed)).toEqual({ scale: 4, isExact: false });
  storeScale(zoomed, 4.2);
  expect(readScale(zoomed)).toEqual({ scale: 4.2, isExact: true });
  expect(readScale(laptop)).toEqual({ scale: 6, isExact: true });
});

test.each(['no JSON', '7', 'null', '{"900x1440@2":"wide"}', '{"900x1440@2":-1}'])(
  'is asked again after %s',
  (stored) => {
    localStorage.setItem('true-size', stored);
    expect(readScale(laptop)).toBeNull();
  },
);
