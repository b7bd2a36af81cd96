import { expect, test } from 'vitest';
import { titleClass } from './title-class.ts';

test('the longer a title, the smaller it is set; scripts with tall letters get more room', () => {
  const classes = [20, 27, 46, 91].map((letters) => titleClass('a'.repeat(letters)));
  expect(classes).toEqual(['', 'is-medium', 'is-long', 'is-longest']);
  expect(titleClass('بلور')).toBe('is-tall');
});
