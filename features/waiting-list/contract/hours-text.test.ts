import { expect, test } from 'vitest';
import { hoursText } from './hours-text.ts';

test.each([
  [1, '1 hour'],
  [24, '24 hours'],
  [36, '36 hours'],
  [48, '2 days'],
  [336, '14 days'],
])('%j hours are called %j', (hours, words) => expect(hoursText(hours)).toBe(words));
