import { describe, expect, test } from 'vitest';
import { countryNames, findCountry } from '#core/contract/catalogue/countries.ts';
import { onMap, worldSize } from './world-map.ts';

describe('the map', () => {
  const at = (latitude: number, longitude: number) => onMap({ latitude, longitude });

  test('has its middle at 11° east, north above south, west left of east', () => {
    expect(at(0, 11).x).toBe(worldSize.width / 2);
    expect(at(45, 11).y).toBeLessThan(at(-45, 11).y);
    expect(at(45, -100).x).toBeLessThan(at(45, 100).x);
  });

  test('is cut in the Bering Strait, so that Chukotka is in the east and all of Fiji beside Australia', () => {
    expect(at(66, -172).x).toBeGreaterThan(worldSize.width / 2);
    expect(at(65, -166).x).toBeLessThan(worldSize.width / 2);
    expect(at(-17, -179).x).toBeGreaterThan(at(-25, 134).x);
  });

  test('has the middle of each country', () => {
    const outside = countryNames().filter(([name]) => {
      const middle = findCountry(name)?.middle;
      if (!middle) return true;
      const { x, y } = onMap(middle);
      return !(x > 0 && x < worldSize.width && y > 0 && y < worldSize.height);
    });
    expect(outside).toEqual([]);
  });
});
