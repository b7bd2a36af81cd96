import { expect, test } from 'vitest';
import { extentOf, faceOf, fitsThumbnailBox } from './true-size.ts';

test.each([
  ['wide', [41, 62, 38], { width: 16, height: 9 }, { width: 62, height: 41 }],
  ['high', [62, 41, 38], { width: 9, height: 16 }, { width: 41, height: 62 }],
  ['square', [41, 62], { width: 9, height: 9 }, { width: 41, height: 62 }],
  ['wide, of one figure', [50], { width: 16, height: 9 }, { width: 50, height: 50 }],
])('a %s picture shows the face that fits it', (_, millimetres, picture, face) => {
  expect(faceOf(millimetres, picture)).toEqual(face);
});

test('a piece with an outline is as long as it was measured, and keeps the shape that its picture shows', () => {
  // The outline takes 600 × 300 pixels of the picture.
  const outline = '200,100 800,100 800,500 200,500';
  const picture = { width: 1000, height: 750 };
  expect(extentOf([62, 41, 38], picture, outline)).toEqual({ width: 62, height: 31 });
  expect(extentOf([41, 62], picture, outline)).toEqual({ width: 62, height: 31 });
  // In a wide picture a piece may stand upright.
  expect(extentOf([62, 41], picture, '400,0 600,0 600,1000 400,1000')).toEqual({
    width: 16.53,
    height: 62,
  });
  expect(extentOf([62, 41], picture, null)).toEqual({ width: 62, height: 41 });
});

test.each([
  [[31.75, 31.75, 31.75], true],
  [[8.8, 8.8, 5.6], true],
  [[20, 32, 10], false],
  [[20, 10, 31.8], false],
  // The third side is not known.
  [[20, 31], null],
  [[31], null],
  [[32], false],
])('whether a piece of %j mm fits in a thumbnail box is %s', (millimetres, fits) => {
  expect(fitsThumbnailBox(millimetres)).toBe(fits);
});
