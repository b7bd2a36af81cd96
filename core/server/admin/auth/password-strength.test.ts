import { expect, test } from 'vitest';
import { isThorough } from '#tests/support/thorough.ts';
import { weaknessOf } from './password-strength.ts';

// Each takes a thread of its own, which has to load the dictionaries.
test.each(
  isThorough
    ? ['password', '12345678', 'amethyst1', 'eva-lindqvist', 'druse shop']
    : ['amethyst1', 'eva-lindqvist'],
)('%s is easy to guess, and the reason is said', async (password) => {
  expect(await weaknessOf(password, 'eva-lindqvist')).toMatch(
    /^This password is easy to guess\. \S/,
  );
});

test.each(
  isThorough
    ? ['rock-solid-password', 'correct horse battery staple', 'kV9#mQ2x!']
    : ['rock-solid-password'],
)('%s is good enough', async (password) => {
  expect(await weaknessOf(password, 'eva-lindqvist')).toBe(null);
});
