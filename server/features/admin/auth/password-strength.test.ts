import { expect, test } from 'vitest';
import { weaknessOf } from './password-strength.ts';

test.each(['password', '12345678', 'amethyst1', 'eva-lindqvist', 'druse shop'])(
  '%s is easy to guess, and the reason is said',
  async (password) => {
    expect(await weaknessOf(password, 'eva-lindqvist')).toMatch(/^This password is easy to guess\. \S/);
  },
);

test.each(['rock-solid-password', 'correct horse battery staple', 'kV9#mQ2x!'])('%s is good enough', async (password) => {
  expect(await weaknessOf(password, 'eva-lindqvist')).toBe(null);
});
