import { expect, test } from 'vitest';
import { untilText } from './until-text.ts';

const now = new Date('2026-12-01T22:00:00.000Z');

test('the end of a hold is said with its weekday, day and hour', () => {
  expect(untilText(72, now, 'America/New_York')).toBe('Until Friday, Dec 4, 5:00 PM EST');
});

test('a hold without a time limit lasts until the owner ends it', () => {
  expect(untilText(0, now)).toBe('Until you end it');
});
