import { describe, expect, test } from 'vitest';
import { worldSize } from '#features/topics/contract/world-map.ts';
import { viewOf } from './map-view.ts';

const naica = { latitude: 27.85, longitude: -105.5 };
const tsumeb = { latitude: -19.25, longitude: 17.7 };
const hilo = { latitude: 19.7, longitude: -155.1 };

const isWithin = (places: (typeof naica)[]) => {
  const { x, y, width, height, dots } = viewOf(places);
  return dots.every((dot) => dot.x > x && dot.x < x + width && dot.y > y && dot.y < y + height);
};

describe('the part of the world that the map shows', () => {
  test('is all of it where no place is known', () => {
    expect(viewOf([])).toEqual({ x: 0, y: 0, ...worldSize, dots: [] });
  });

  test('is the surroundings of a single place, no finer than the outlines are', () => {
    const { width } = viewOf([naica]);
    expect([width, isWithin([naica])]).toEqual([700, true]);
  });

  test.each([[[naica, tsumeb]], [[naica, tsumeb, hilo]], [[hilo]]])(
    'has every place in it, and never reaches beyond the world: %j',
    (places) => {
      const { x, y, width, height } = viewOf(places);
      expect(isWithin(places)).toBe(true);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(worldSize.width);
      expect(y + height).toBeLessThanOrEqual(worldSize.height + 1);
      expect(width / height).toBeCloseTo(worldSize.width / worldSize.height, 1);
    },
  );
});
