import { expect, test } from 'vitest';
import { effectSentence } from './status-effects.ts';

test.each([
  [
    'what goes to those in line is offered to them',
    'pending',
    { status: 'pending', free: 1, forLine: true },
    '“Azurite” is offered to the next in line.',
  ],
  [
    'what becomes something else says what',
    'pending',
    { status: 'available', free: 1, forLine: false },
    '“Azurite” becomes Available.',
  ],
  [
    'what is gone becomes sold',
    'pending',
    { status: 'sold', free: 0, forLine: false },
    '“Azurite” becomes Sold.',
  ],
  [
    'one piece is one piece',
    'available',
    { status: 'available', free: 1, forLine: false },
    '“Azurite” stays Available, and 1 piece can be ordered.',
  ],
  [
    'several are several',
    'available',
    { status: 'available', free: 3, forLine: false },
    '“Azurite” stays Available, and 3 pieces can be ordered.',
  ],
  [
    'none are none',
    'pending',
    { status: 'pending', free: 0, forLine: false },
    '“Azurite” stays Pending Sale, and 0 pieces can be ordered.',
  ],
] as const)('%s', (_, before, after, sentence) => {
  expect(effectSentence('Azurite', before, after)).toBe(sentence);
});
